#include <fmt/format.h>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/output/export_report.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::output {
namespace {

std::string tree_lines(const cluster::SwitchTree& tree) {
    std::string text = "# TopologyPlugin=topology/tree\n";
    for (const cluster::TreeSwitch& each : tree.switches) {
        text +=
            each.switches.empty()
                ? fmt::format("SwitchName={} Nodes={}\n", each.name, cluster::to_hostlist(each.hosts))
                : fmt::format("SwitchName={} Switches={}\n", each.name, cluster::to_hostlist(each.switches));
    }
    return text;
}

std::string block_lines(const cluster::SwitchTree& tree) {
    std::string text = "# TopologyPlugin=topology/block\n";
    for (const cluster::TreeBlock& block : tree.blocks) {
        text += fmt::format("BlockName={} Nodes={}\n", block.name, cluster::to_hostlist(block.hosts));
    }
    return text + fmt::format("BlockSizes={}\n", fmt::join(tree.block_sizes, ","));
}

}  // namespace

Exported export_slurm_topology_conf(const ExportQuestion& question) {
    const auto tree = cluster::switch_tree(question.plan.topology, question.scheduled);
    if (question.plugin == SlurmPlugin::tree) return tree_lines(tree) + left_out_comment(question);
    if (tree.blocks.empty()) {
        return ExportRefusal{"there are no blocks: every " + std::string(link_word(question.plan.topology)) +
                             " domain of '" + question.plan.topology.name() + "' is one server"};
    }
    return block_lines(tree) + left_out_comment(question);
}

}  // namespace railyard::output
