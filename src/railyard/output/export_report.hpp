#pragma once
// What `export` writes: one file per format, and one table of them.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "railyard/cluster/launch_plan.hpp"
#include "railyard/cluster/switch_tree.hpp"

namespace railyard::output {

// The topology plugin of Slurm that a topology.conf is for, in the order of `slurm_plugin_names`.
enum class SlurmPlugin { tree, block };
inline constexpr std::array<std::string_view, 2> slurm_plugin_names = {"tree", "block"};

struct ExportQuestion {
    const cluster::LaunchPlan& plan;
    std::vector<cluster::HostOfServer> scheduled;  // for the topologies of schedulers
    std::uint32_t cores_per_gpu = 1;               // that a rank is bound to
    SlurmPlugin plugin = SlurmPlugin::tree;        // of slurm-topology-conf
};

// The answer "no": the format cannot say it.
struct ExportRefusal {
    std::string why;
};
using Exported = std::variant<std::string, ExportRefusal>;

// Open MPI: `rank 17=host slot=4-7`; a rank has the cores of its GPU, numbered as in mpirun (logical).
Exported export_openmpi_rankfile(const ExportQuestion& question);
// SLURM_HOSTFILE of `srun --distribution=arbitrary`: the host of each rank, a line each.
Exported export_slurm_hostfile(const ExportQuestion& question);
// Slurm's topology.yaml (since 25.05): the tree, and blocks where domains have several servers.
Exported export_slurm_topology_yaml(const ExportQuestion& question);
// Slurm's topology.conf. Refused for topology/block when every domain is one server: there are no blocks.
Exported export_slurm_topology_conf(const ExportQuestion& question);
// A shell script that starts torchrun on the host it runs on. Refused when ranks are not numbered host by
// host, since torchrun numbers them so.
Exported export_torchrun(const ExportQuestion& question);
// NCCL's topology XML of one server, with bus ids of our own. Refused for servers of several kinds.
Exported export_nccl_topo(const ExportQuestion& question);
// Every rank with its host, device and coordinates.
Exported export_json(const ExportQuestion& question);

struct ExportFormat {
    std::string_view name;  // of --as
    std::string_view about;
    Exported (*write)(const ExportQuestion& question);
};

// A line of comment (#) that names hosts of the list which a scheduler's topology leaves out, since no rank
// sits on them; empty where it has them all.
std::string left_out_comment(const ExportQuestion& question);

// In the order of `railyard export --help`.
const std::vector<ExportFormat>& export_formats();

}  // namespace railyard::output
