#include "railyard/cluster/hostlist.hpp"
#include "railyard/output/export_report.hpp"

namespace railyard::output {

std::string left_out_comment(const ExportQuestion& question) {
    const auto& plan = question.plan;
    if (plan.idle_hosts.empty() || question.scheduled.size() != plan.servers.size()) return "";
    return "# left out, since no rank sits on them: " + cluster::to_hostlist(plan.idle_hosts) + "\n";
}

const std::vector<ExportFormat>& export_formats() {
    static const std::vector<ExportFormat> formats = {
        {"openmpi-rankfile", "mpirun --rankfile FILE", export_openmpi_rankfile},
        {"slurm-hostfile", "SLURM_HOSTFILE=FILE srun --distribution=arbitrary", export_slurm_hostfile},
        {"slurm-topology-yaml", "Slurm's topology.yaml, tree and blocks", export_slurm_topology_yaml},
        {"slurm-topology-conf", "Slurm's topology.conf, a tree or (--plugin block) blocks",
         export_slurm_topology_conf},
        {"torchrun", "a shell script to run on every host", export_torchrun},
        {"nccl-topo", "NCCL's topology XML of one server", export_nccl_topo},
        {"json", "every rank with its host and GPU", export_json},
    };
    return formats;
}

}  // namespace railyard::output
