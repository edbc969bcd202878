#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/cluster/foreign_yaml.hpp"
#include "railyard/cluster/levels.hpp"
#include "railyard/cluster/passed_over.hpp"
#include "railyard/cluster/readers.hpp"
#include "railyard/cluster/text_lines.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/input/yaml.hpp"

namespace railyard::cluster {
namespace {

using input::Mark;
using input::Node;
using input::NodeKind;

constexpr std::string_view rings_note = "its rings are taken for blocks";

using Keys = std::vector<std::string>;
const Keys topology_keys = {"topology", "cluster_default", "tree", "block", "ring", "torus3d", "flat"};
const Keys torus_keys = {"name", "nodes", "dims", "placements"};

class YamlReader {
  public:
    explicit YamlReader(const input::Document& document) : document_(document), hostlists_(problems_) {}

    Cluster read() {
        const auto topologies = in_order_of_weight();
        bool has_tree = false;
        bool has_blocks = false;
        for (const Node* topology : topologies) {
            const std::string name = name_of(*topology);
            const bool is_first = topology == topologies.front();
            if (!has_tree && topology->find("tree") != nullptr) {
                has_tree = true;
                tell(is_first, "switches", name);
                tree(*topology->find("tree"));
            }
            if (!has_blocks && read_blocks(*topology, name, is_first)) has_blocks = true;
            if (is_first) note_unsaid(*topology, name);
        }
        problems_.throw_if_any();
        passed_over_.note_in(cluster_);
        if (cluster_.hosts.empty()) {
            problems_.add(document_.source().beginning(), "no topology of this file names a host",
                          "nodes: node[01-18] names them");
        }
        problems_.throw_if_any();
        return std::move(cluster_);
    }

  private:
    // The default one first, as Slurm takes it.
    std::vector<const Node*> in_order_of_weight() {
        std::vector<const Node*> topologies;
        if (document_.root.kind != NodeKind::sequence) {
            problems_.add(document_.root.mark, "expected a list of topologies",
                          "each begins with `- topology: NAME`");
            problems_.throw_if_any();
        }
        for (const Node& item : document_.root.items) {
            if (text_at(item, "topology") == nullptr) {
                problems_.add(item.mark, "a topology has no name", "each begins with `- topology: NAME`");
                continue;
            }
            check_keys(item, topology_keys);
            const std::string* is_default = text_at(item, "cluster_default");
            const bool first = is_default != nullptr && (*is_default == "true" || *is_default == "yes");
            topologies.insert(first ? topologies.begin() : topologies.end(), &item);
        }
        return topologies;
    }

    static std::string name_of(const Node& topology) { return *text_at(topology, "topology"); }

    void tell(bool is_first, std::string_view what, const std::string& name) {
        if (is_first) return;
        cluster_.notes.push_back("the " + std::string(what) + " are those of topology '" + name +
                                 "', the default one says nothing of them");
    }

    void note_unsaid(const Node& topology, const std::string& name) {
        if (topology.find("torus3d") == nullptr) return;
        cluster_.notes.push_back("topology '" + name + "' is a torus: nothing is known of its switches");
        for (const Node& torus : sections(*topology.find("torus3d"), "toruses")) {
            check_keys(torus, torus_keys);
            for (const auto& host : hosts_at(torus, "nodes")) cluster_.hosts.obtain(host);
        }
    }

    // A slip of a known key is a mistake; any other is a key of a version of Slurm that is newer than this,
    // and what it says is passed over.
    void check_keys(const Node& mapping, const Keys& known) {
        for (const input::Entry& entry : mapping.entries) {
            if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
            if (nearest(entry.key, known)) {
                problems_.add(entry.key_mark, "unknown key " + quoted(entry.key),
                              suggestion(entry.key, known));
                continue;
            }
            passed_over_.add(entry.key, entry.key_mark.line);
        }
    }

    // The list under tree: switches, block: blocks and so on.
    const std::vector<Node>& sections(const input::Entry& entry, std::string_view key) {
        static const std::vector<Node> none;
        const Node* list = node_at(entry.value, key, NodeKind::sequence);
        check_keys(entry.value,
                   entry.key == "block" ? Keys{std::string(key), "block_sizes"} : Keys{std::string(key)});
        if (list != nullptr) return list->items;
        problems_.add(entry.key_mark, quoted(entry.key) + " has no list '" + std::string(key) + "'");
        return none;
    }

    const std::string* named(const Node& item, std::string_view key) {
        const std::string* name = text_at(item, key);
        if (name == nullptr || name->empty()) {
            problems_.add(item.mark, "expected `" + std::string(key) + ": NAME` here");
            return nullptr;
        }
        return name;
    }

    std::vector<std::string> hosts_at(const Node& item, std::string_view key) {
        const input::Entry* entry = item.kind == NodeKind::mapping ? item.find(key) : nullptr;
        if (entry == nullptr || entry->value.kind == NodeKind::null) return {};
        if (entry->value.kind == NodeKind::scalar)
            return hostlists_.read(entry->value.text, entry->value.mark);
        problems_.add(
            entry->value.mark,
            quoted(key) + " is " + std::string(input::describe(entry->value)) + ", and Slurm takes one text",
            "`" + std::string(key) + ": \"n[01-18],n20\"` names them");
        return {};
    }

    void tree(const input::Entry& entry) {
        struct Child {
            SwitchId parent;
            std::string name;
            Mark mark;
        };
        std::vector<Child> children;
        for (const Node& item : sections(entry, "switches")) {
            const std::string* name = named(item, "switch");
            check_keys(item, {"switch", "children", "nodes"});
            if (name == nullptr) continue;
            if (!cluster_.switches.find(*name).is_none()) {
                problems_.add(item.mark, "switch " + quoted(*name) + " is there twice");
                continue;
            }
            const SwitchId id = cluster_.switches.obtain(*name);
            for (auto& child : hosts_at(item, "children"))
                children.push_back({id, std::move(child), item.find("children")->value.mark});
            cable_all(item, id);
            if (item.find("children") == nullptr && item.find("nodes") == nullptr)
                cluster_.notes.push_back("switch '" + *name + "' has nothing below it");
        }
        for (const Child& child : children) {
            const SwitchId id = cluster_.switches.find(child.name);
            if (!id.is_none()) {
                cluster_.switches[child.parent].joins.push_back(id);
                continue;
            }
            problems_.add(child.mark, "there is no switch " + quoted(child.name),
                          "every child has an entry `- switch: NAME` of its own");
        }
        const SwitchId odd = set_tree_levels(cluster_);
        if (!odd.is_none()) problems_.add(entry.key_mark, tree_complaint(cluster_, odd));
    }

    void cable_all(const Node& item, SwitchId id) {
        for (const auto& host : hosts_at(item, "nodes")) {
            if (cable(cluster_, cluster_.hosts.obtain(host), id) == Cabled::yes) continue;
            return problems_.add(
                item.find("nodes")->value.mark,
                "host " + quoted(host) + " is on more than " + std::to_string(most_leaves) + " switches");
        }
    }

    bool read_blocks(const Node& topology, const std::string& name, bool is_first) {
        if (const input::Entry* entry = topology.find("block")) {
            tell(is_first, "blocks", name);
            blocks(*entry, "blocks", "block");
            block_sizes(entry->value);
            return true;
        }
        if (const input::Entry* entry = topology.find("ring")) {
            tell(is_first, "blocks", name);
            cluster_.notes.push_back("topology '" + name + "': " + std::string(rings_note));
            blocks(*entry, "rings", "ring");
            return true;
        }
        return false;
    }

    void blocks(const input::Entry& entry, std::string_view list, std::string_view key) {
        for (const Node& item : sections(entry, list)) {
            const std::string* name = named(item, key);
            check_keys(item, {std::string(key), "nodes"});
            if (name == nullptr) continue;
            if (!cluster_.blocks.find(*name).is_none()) {
                problems_.add(item.mark, quoted(*name) + " is there twice");
                continue;
            }
            const BlockId id = cluster_.blocks.obtain(*name);
            const auto hosts = hosts_at(item, "nodes");
            if (hosts.empty()) cluster_.notes.push_back("block '" + *name + "' has no hosts");
            for (const auto& host : hosts) {
                Host& each = cluster_.hosts[cluster_.hosts.obtain(host)];
                if (each.block.is_none()) each.block = id;
                if (each.block == id) continue;
                problems_.add(item.mark,
                              "host " + quoted(host) + " is in block '" + cluster_.blocks[each.block].name +
                                  "' as well",
                              "a host has one block");
                break;
            }
        }
    }

    void block_sizes(const Node& block) {
        const input::Entry* entry = block.kind == NodeKind::mapping ? block.find("block_sizes") : nullptr;
        if (entry == nullptr) return;
        for (const Node* item : items_of(entry->value)) {
            const auto size = input::parse_whole(item->text, 1, most_hosts);
            if (const auto* complaint = std::get_if<input::Complaint>(&size)) {
                problems_.add(item->mark, complaint->message, complaint->hint);
                continue;
            }
            cluster_.block_sizes.push_back(std::get<std::uint32_t>(size));
        }
    }

    const input::Document& document_;
    input::Problems problems_;
    HostlistReader hostlists_;
    Cluster cluster_;
    PassedOver passed_over_;
};

}  // namespace

bool recognise_slurm_topology_yaml(std::string_view text) {
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        std::string_view rest = trimmed(line.text);
        if (rest.empty() || rest.front() == '#' || rest == "---") continue;
        if (rest.front() != '-') return false;
        rest = trimmed(rest.substr(1));
        if (rest.empty()) continue;
        return rest.substr(0, 9) == "topology:";
    }
    return false;
}

Cluster read_slurm_topology_yaml(const input::SourcePtr& source) {
    const input::Document document = input::parse_yaml(source);
    return YamlReader(document).read();
}

}  // namespace railyard::cluster
