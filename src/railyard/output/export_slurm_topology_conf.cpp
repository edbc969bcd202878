#include <fmt/format.h>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/output/export_report.hpp"

namespace railyard::output {

Exported export_slurm_topology_conf(const ExportQuestion& question) {
    const auto tree = cluster::switch_tree(question.plan.topology, question.scheduled);
    std::string text = "# TopologyPlugin=topology/tree\n";
    for (const cluster::TreeSwitch& each : tree.switches) {
        text +=
            each.switches.empty()
                ? fmt::format("SwitchName={} Nodes={}\n", each.name, cluster::to_hostlist(each.hosts))
                : fmt::format("SwitchName={} Switches={}\n", each.name, cluster::to_hostlist(each.switches));
    }
    return text;
}

}  // namespace railyard::output
