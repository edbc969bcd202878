#include "tests/support/launch_plans.hpp"

#include <utility>

#include "railyard/cluster/switch_tree.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {
namespace {

Layout job(std::uint32_t tp, std::uint32_t dp) {
    return shipped_layout("megatron-1.7b", {{"parallel.tp", std::to_string(tp)},
                                            {"parallel.pp", "1"},
                                            {"parallel.dp", std::to_string(dp)},
                                            {"batch.micro", "1"},
                                            {"batch.sequences", std::to_string(dp)}});
}

Placement placed(const Topology& topology, const RankGrid& grid, const Layout& layout,
                 const std::vector<std::uint32_t>& gpus) {
    if (gpus.empty()) return std::get<Placement>(place(topology, grid, layout.placement));
    IdVector<RankId, GpuId> gpu_of;
    for (const std::uint32_t gpu : gpus) gpu_of.push_back(GpuId(gpu));
    return placement_of(topology, std::move(gpu_of));
}

}  // namespace

const std::string four_boxes = R"(topology: four-boxes
domains: [{use: pcie-4gpu, count: 4}]
network: {tiers: [{name: leaf, spans: 2 servers, latency: 1 us}, {name: spine, latency: 2 us}]}
)";
const std::string two_racks = R"(topology: two-racks
domains: [{use: gb200-nvl72, count: 2}]
network: {tiers: [{name: spine, latency: 2 us}]}
)";

PlannedJob::PlannedJob(std::uint32_t tp, std::uint32_t dp, const std::string& topology,
                       const std::vector<std::string>& hosts)
    : PlannedJob(tp, dp, topology, hosts, {}) {}

PlannedJob::PlannedJob(std::uint32_t tp, std::uint32_t dp, const std::string& topology,
                       const std::vector<std::string>& hosts, const std::vector<std::uint32_t>& gpus)
    : layout_(job(tp, dp)),
      topology_(load_text(topology).topology),
      grid_(layout_.order, layout_.degrees),
      hosts_(hosts),
      planned_(
          cluster::plan_launch(layout_, topology_, grid_, placed(topology_, grid_, layout_, gpus), hosts)) {}

output::ExportQuestion PlannedJob::question() const {
    return {plan(), cluster::servers_to_schedule(plan(), hosts_), 1, output::SlurmPlugin::tree};
}

}  // namespace railyard::test
