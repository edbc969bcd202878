#pragma once
// Small jobs that are placed and given hosts, with all that a LaunchPlan refers to.

#include <string>
#include <vector>

#include "railyard/cluster/launch_plan.hpp"
#include "railyard/output/export_report.hpp"

namespace railyard::test {

class PlannedJob {
  public:
    // tp x dp ranks, tp kept together, on a topology from YAML text; without hosts, default names.
    PlannedJob(std::uint32_t tp, std::uint32_t dp, const std::string& topology,
               const std::vector<std::string>& hosts = {});
    // The same on GPUs of the topology that are given, that of rank 0 first.
    PlannedJob(std::uint32_t tp, std::uint32_t dp, const std::string& topology,
               const std::vector<std::string>& hosts, const std::vector<std::uint32_t>& gpus);
    PlannedJob(const PlannedJob&) = delete;
    PlannedJob& operator=(const PlannedJob&) = delete;

    [[nodiscard]] const cluster::LaunchPlan& plan() const { return std::get<cluster::LaunchPlan>(planned_); }
    [[nodiscard]] output::ExportQuestion question() const;

  private:
    Layout layout_;
    Topology topology_;
    RankGrid grid_;
    std::vector<std::string> hosts_;
    std::variant<cluster::LaunchPlan, cluster::TooFewHosts> planned_;
};

// Four boxes of 4 GPUs, two to a leaf switch.
extern const std::string four_boxes;
// Two racks of 18 trays, one spine.
extern const std::string two_racks;

}  // namespace railyard::test
