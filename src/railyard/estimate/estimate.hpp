#pragma once
// What a placed job costs: the time of a step and its parts, beside what its groups see of the machine.

#include <array>
#include <string_view>
#include <vector>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/estimate/reference_step.hpp"
#include "railyard/estimate/step_times.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/traffic.hpp"

namespace railyard {

enum class CostModel { reference, calibrated };
inline constexpr std::array<std::string_view, 2> cost_model_names = {"reference", "calibrated"};

struct Estimate {
    std::vector<DimensionLinks> links;  // of the evaluation's dimensions, in their order
    MachineRates rates;
    CostModel model = CostModel::reference;
    StepTimes step;
    double efficiency = 0;  // reference: eta
    Volumes volumes;        // what the model takes a step to move
    // That in bytes per step, of the evaluation's dimensions, in their order; none where hops were not
    // counted by stage.
    std::vector<TrafficBytes> bytes;
};

// The bytes per step of a placed job whose hops are counted by stage.
std::vector<TrafficBytes> bytes_of(const Layout& layout, const Volumes& volumes,
                                   const Evaluation& evaluation);

// Everything about a placed job but its times and bytes. This goes through the ranks, so whoever varies what
// a placement does not depend on (batch, recomputation, sharding) calls it once and reference_step() as often
// as it likes.
Estimate look_at_links(const Topology& topology, const Layout& layout, const Evaluation& evaluation);

// With the times of the reference model.
Estimate estimate_reference(const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                            double eta, BatchAssumption assumption = BatchAssumption::as_laid_out);

// The part of a step that a dimension's traffic takes in a cost model: dp has gradients of dense and expert
// layers, so edp shows the same seconds as dp where both are there.
Seconds seconds_of(const StepTimes& step, Dimension dimension);

}  // namespace railyard
