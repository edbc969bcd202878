#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/cluster/foreign_yaml.hpp"
#include "railyard/cluster/kubernetes_labels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::cluster {
namespace {

using input::Node;
using input::NodeKind;

class NodesReader {
  public:
    explicit NodesReader(const input::Document& document) : document_(document) {}

    Cluster read() {
        const Node& root = document_.root;
        if (const Node* items = node_at(root, "items", NodeKind::sequence)) {
            for (const Node& item : items->items) kubernetes_node(item);
        } else if (const Node* instances = node_at(root, "instances", NodeKind::sequence)) {
            for (const Node& item : instances->items) instance(item);
        } else {
            kubernetes_node(root);
        }
        if (problems_.empty() && cluster_.hosts.empty()) {
            problems_.add(document_.source().beginning(), "no node in this file",
                          "kubectl get nodes -o yaml writes them");
        }
        problems_.throw_if_any();
        places_.finish();
        return std::move(cluster_);
    }

  private:
    HostId host(const std::string* name, const Node& item) {
        if (name == nullptr || name->empty()) {
            problems_.add(item.mark, "a node without a name", "metadata: name: is where it stands");
            return {};
        }
        if (!cluster_.hosts.find(*name).is_none()) {
            problems_.add(item.mark, "node " + quoted(*name) + " is there twice");
            return {};
        }
        return cluster_.hosts.obtain(*name);
    }

    void kubernetes_node(const Node& item) {
        const std::string* kind = text_at(item, "kind");
        if (kind != nullptr && *kind != "Node") return;
        const Node* metadata = node_at(item, "metadata", NodeKind::mapping);
        if (metadata == nullptr) {
            problems_.add(item.mark, "a node without metadata", "kubectl get nodes -o yaml writes it whole");
            return;
        }
        const HostId id = host(text_at(*metadata, "name"), item);
        if (id.is_none()) return;
        const Node* table = node_at(*metadata, "labels", NodeKind::mapping);
        if (table != nullptr) take_labels(id, *table);
    }

    // Topograph's own graph: layers are switches, the nearest first.
    void instance(const Node& item) {
        const HostId id = host(text_at(item, "id"), item);
        if (id.is_none()) return;
        if (const Node* table = node_at(item, "labels", NodeKind::mapping)) take_labels(id, *table);
        const Node* layers = node_at(item, "network_layers", NodeKind::sequence);
        if (layers == nullptr) return;
        std::vector<std::string> tiers;
        for (const Node* layer : items_of(*layers)) {
            if (tiers.size() < most_tiers) tiers.push_back(layer->text);
        }
        cluster_.hosts[id].leaves.clear();
        places_.hang(id, tiers);
    }

    void take_labels(HostId id, const Node& table) {
        places_.take(id, [&](std::string_view key) -> std::optional<std::string_view> {
            const std::string* value = text_at(table, key);
            return value == nullptr ? std::nullopt : std::optional<std::string_view>(*value);
        });
    }

    const input::Document& document_;
    input::Problems problems_;
    Cluster cluster_;
    LabelledHosts places_{cluster_};
};

// A cluster of some thousand nodes has more values than a YAML may have, of which few are labels.
input::Document parse_nodes(const input::SourcePtr& source) {
    try {
        return input::parse_yaml(source);
    } catch (const InputError& error) {
        Diagnostic problem = error.problems().front();
        if (problem.message.find("million values") == std::string::npos) throw;
        problem.hint = "kubectl get nodes --show-labels tells all that is read here in a line a node";
        throw InputError(problem);
    }
}

bool has(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

}  // namespace

bool recognise_kubernetes_nodes(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    const bool is_json = text[first] == '{';
    if (has(text, "network_layers") && has(text, "instances")) return true;
    if (!has(text, "metadata") || !has(text, "kind")) return false;
    return is_json || has(text.substr(0, 4096), "apiVersion:");
}

Cluster read_kubernetes_nodes(const input::SourcePtr& source) {
    const input::Document document = parse_nodes(source);
    return NodesReader(document).read();
}

}  // namespace railyard::cluster
