#include <fmt/format.h>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/output/export_report.hpp"

namespace railyard::output {
namespace {

// Double quotes; names hold no character that they would have to escape (hostlist.hpp, switch_tree.cpp).
std::string quoted(const std::string& text) {
    return "\"" + text + "\"";
}

std::string switches(const cluster::SwitchTree& tree) {
    std::string text = "  tree:\n    switches:\n";
    for (const cluster::TreeSwitch& each : tree.switches) {
        text += fmt::format("      - switch: {}\n", quoted(each.name));
        text += each.switches.empty()
                    ? fmt::format("        nodes: {}\n", quoted(cluster::to_hostlist(each.hosts)))
                    : fmt::format("        children: {}\n", quoted(cluster::to_hostlist(each.switches)));
    }
    return text;
}

std::string blocks(const cluster::SwitchTree& tree) {
    std::string text = "  block:\n    block_sizes:\n";
    for (const std::uint32_t size : tree.block_sizes) text += fmt::format("      - {}\n", size);
    text += "    blocks:\n";
    for (const cluster::TreeBlock& block : tree.blocks) {
        text += fmt::format("      - block: {}\n        nodes: {}\n", quoted(block.name),
                            quoted(cluster::to_hostlist(block.hosts)));
    }
    return text;
}

}  // namespace

Exported export_slurm_topology_yaml(const ExportQuestion& question) {
    const auto tree = cluster::switch_tree(question.plan.topology, question.scheduled);
    std::string text = "---\n";
    // A partition that names no topology gets the default one: blocks, where NVLink joins servers.
    if (!tree.blocks.empty()) text += "- topology: blocks\n  cluster_default: true\n" + blocks(tree);
    text += fmt::format("- topology: tree\n  cluster_default: {}\n", tree.blocks.empty()) + switches(tree);
    return text + left_out_comment(question);
}

}  // namespace railyard::output
