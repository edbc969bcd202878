#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "railyard/cluster/foreign_yaml.hpp"
#include "railyard/cluster/levels.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::cluster {
namespace {

using input::Node;
using input::NodeKind;

// What a label says of its node.
enum class Says {
    domain,  // its NVLink domain
    block,   // a block inside that
    tier     // a switch above it
};

struct Label {
    std::string_view key;
    Says says;
    std::uint32_t tier = 0;  // 0: nearest to the host
};

// One line per label. Sources: NVIDIA's GPU feature discovery; Topograph's reference of node labels, and its
// earlier names; the topology labels of EKS, GKE and OKE.
constexpr std::array<Label, 17> labels = {{
    {"nvidia.com/gpu.clique", Says::domain},
    {"accelerator.topograph.run/domain", Says::domain},
    {"network.topology.nvidia.com/accelerator", Says::domain},
    {"accelerator.topograph.run/sub-domain", Says::block},
    {"fabric.topograph.run/tier-0", Says::tier, 0},
    {"fabric.topograph.run/tier-1", Says::tier, 1},
    {"fabric.topograph.run/tier-2", Says::tier, 2},
    {"fabric.topograph.run/tier-3", Says::tier, 3},
    {"network.topology.nvidia.com/leaf", Says::tier, 0},
    {"network.topology.nvidia.com/spine", Says::tier, 1},
    {"network.topology.nvidia.com/core", Says::tier, 2},
    {"topology.k8s.aws/network-node-layer-3", Says::tier, 0},
    {"topology.k8s.aws/network-node-layer-2", Says::tier, 1},
    {"topology.k8s.aws/network-node-layer-1", Says::tier, 2},
    {"cloud.google.com/gce-topology-subblock", Says::tier, 0},
    {"cloud.google.com/gce-topology-block", Says::tier, 1},
    {"oci.oraclecloud.com/host.network_block_id", Says::tier, 0},
}};
constexpr std::size_t most_tiers = 8;  // of one host

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
        note_unlabelled();
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
        hang(id, tiers);
    }

    void take_labels(HostId id, const Node& table) {
        std::vector<std::string> tiers(most_tiers);
        for (const Label& label : labels) {
            const std::string* value = text_at(table, label.key);
            if (value == nullptr || value->empty()) continue;
            Host& host = cluster_.hosts[id];
            switch (label.says) {
                case Says::domain:
                    if (host.domain.is_none()) host.domain = cluster_.domains.obtain(*value);
                    break;
                case Says::block:
                    host.block = cluster_.blocks.obtain(*value);
                    break;
                case Says::tier:
                    if (tiers[label.tier].empty()) tiers[label.tier] = *value;
                    break;
            }
        }
        hang(id, tiers);
    }

    // Puts a host below its switches; empty names are tiers that it says nothing of.
    void hang(HostId id, const std::vector<std::string>& tiers) {
        SwitchId below;
        for (std::size_t t = 0; t < tiers.size(); ++t) {
            if (tiers[t].empty()) continue;
            // A name may stand for two things on two tiers.
            const SwitchId on = cluster_.switches.obtain("tier-" + std::to_string(t) + "/" + tiers[t]);
            cluster_.switches[on].known_as = tiers[t];
            cluster_.switches[on].level = static_cast<std::uint32_t>(t);
            if (below.is_none()) {
                cable(cluster_, id, on);
            } else if (joined_.insert({on.value(), below.value()}).second) {
                cluster_.switches[on].joins.push_back(below);
            }
            below = on;
        }
    }

    void note_unlabelled() {
        std::vector<std::string> names;
        for (const Host& host : cluster_.hosts) {
            if (host.domain.is_none() && host.leaves.empty()) names.push_back(host.name);
        }
        if (names.empty()) return;
        const std::size_t count = names.size();
        names.resize(std::min<std::size_t>(count, 20));
        cluster_.notes.push_back(std::to_string(count) + " of " + std::to_string(cluster_.hosts.size()) +
                                 " nodes have no label of NVLink domain or switch: " + to_hostlist(names) +
                                 (names.size() < count ? ", ..." : ""));
    }

    const input::Document& document_;
    input::Problems problems_;
    Cluster cluster_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
};

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
    const input::Document document = input::parse_yaml(source);
    return NodesReader(document).read();
}

}  // namespace railyard::cluster
