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

// The annotations of a block, whatever stands before the slash.
constexpr std::string_view domain_key = "/domain";
constexpr std::string_view sub_domain_key = "/sub-domain";

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

class ModelReader {
  public:
    explicit ModelReader(const input::Document& document) : document_(document), hostlists_(problems_) {}

    Cluster read() {
        const Node& root = document_.root;
        if (const Node* switches = node_at(root, "switches", NodeKind::mapping)) {
            for (const input::Entry& entry : switches->entries) network_switch(entry);
        }
        const SwitchId odd = set_tree_levels(cluster_);
        if (!odd.is_none()) problems_.add(root.mark, tree_complaint(cluster_, odd));
        if (const Node* blocks = node_at(root, "blocks", NodeKind::sequence)) {
            for (const Node& item : blocks->items) block(item);
        }
        if (problems_.empty() && cluster_.hosts.empty()) {
            problems_.add(root.mark, "no block of this model names a node",
                          "blocks: [{switch: leaf, nodes: [\"node[01-18]\"]}]");
        }
        problems_.throw_if_any();
        return std::move(cluster_);
    }

  private:
    // Switches at the bottom are named by their parents alone.
    void network_switch(const input::Entry& entry) {
        const SwitchId id = cluster_.switches.obtain(entry.key);
        const Node* children = node_at(entry.value, "switches", NodeKind::sequence);
        if (children == nullptr) return;
        for (const Node* child : items_of(*children)) {
            if (child->text.empty()) {
                problems_.add(child->mark, "expected the name of a switch here");
                continue;
            }
            const SwitchId below = cluster_.switches.obtain(child->text);
            cluster_.switches[id].joins.push_back(below);
        }
    }

    void block(const Node& item) {
        const std::string* on = text_at(item, "switch");
        if (on == nullptr) {
            problems_.add(item.mark, "a block without its switch", "switch: leaf-1-1 names it");
            return;
        }
        SwitchId leaf = cluster_.switches.find(*on);
        if (leaf.is_none()) {
            leaf = cluster_.switches.obtain(*on);
            cluster_.notes.push_back("switch '" + *on + "' is joined to no other");
        }
        BlockId block;
        NvlinkDomainId domain;
        if (const Node* annotations = node_at(item, "annotations", NodeKind::mapping)) {
            for (const input::Entry& entry : annotations->entries) {
                if (ends_with(entry.key, sub_domain_key)) {
                    block = cluster_.blocks.obtain(entry.value.text);
                } else if (ends_with(entry.key, domain_key)) {
                    domain = cluster_.domains.obtain(entry.value.text);
                }
            }
        }
        if (block.is_none()) block = cluster_.blocks.obtain(*on);
        const input::Entry* nodes = item.kind == NodeKind::mapping ? item.find("nodes") : nullptr;
        if (nodes == nullptr) return;
        for (const Node* list : items_of(nodes->value)) {
            for (const auto& name : hostlists_.read(list->text, list->mark))
                add(name, *list, leaf, block, domain);
        }
    }

    void add(const std::string& name, const Node& list, SwitchId leaf, BlockId block, NvlinkDomainId domain) {
        const HostId id = cluster_.hosts.obtain(name);
        Host& host = cluster_.hosts[id];
        if (!host.block.is_none() && host.block != block) {
            problems_.add(
                list.mark,
                "node " + quoted(name) + " is in block '" + cluster_.blocks[host.block].name + "' as well",
                "a node has one block");
            return;
        }
        host.block = block;
        host.domain = domain;
        cable(cluster_, id, leaf);
    }

    const input::Document& document_;
    input::Problems problems_;
    HostlistReader hostlists_;
    Cluster cluster_;
};

}  // namespace

bool recognise_topograph_model(std::string_view text) {
    bool has_switches = false;
    bool has_blocks = false;
    Lines lines(text);
    Line line;
    while (lines.next(line)) {
        has_switches |= line.text.substr(0, 9) == "switches:";
        has_blocks |= line.text.substr(0, 7) == "blocks:";
    }
    return has_switches && has_blocks;
}

Cluster read_topograph_model(const input::SourcePtr& source) {
    const input::Document document = input::parse_yaml(source);
    return ModelReader(document).read();
}

}  // namespace railyard::cluster
