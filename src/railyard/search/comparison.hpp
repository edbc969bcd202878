#pragma once
// Two designs side by side: what changes, by how much, and what of it comes from where the hops go.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/search/figures.hpp"

namespace railyard {

struct FigureChange {
    std::size_t figure = 0;  // of figures()
    std::optional<double> a;
    std::optional<double> b;
};

// One dimension of one design.
struct DimensionSide {
    std::uint32_t degree = 1;
    std::uint64_t hops = 0;
    std::uint64_t on_nvlink = 0;
    Bytes nvlink;  // of the whole job in one step
    Bytes network;
    BytesPerSecond inside;  // rates that the slowest groups see; zero where they do not need them
    BytesPerSecond outside;
};

struct DimensionChange {
    Dimension dimension = Dimension::tp;
    std::optional<DimensionSide> a;  // none: of degree 1
    std::optional<DimensionSide> b;
};

// Parts that add up to a step, in the order of `step_part_names`.
enum class StepPart : std::uint8_t { compute, tp, cp, ep, pp, dp, bubble };
inline constexpr std::array<std::string_view, 7> step_part_names = {"compute", "tp", "cp",    "ep",
                                                                    "pp",      "dp", "bubble"};
// The part that the traffic of a dimension is counted in: that of etp in ep, that of edp in dp.
StepPart part_of(Dimension dimension);

struct PartChange {
    StepPart part = StepPart::compute;
    Seconds a;
    Seconds b;
};

// What computing and idle time of one design come from.
struct WorkSide {
    std::string gpu;  // empty: several kinds
    FlopsPerSecond peak;
    Precision precision = Precision::bf16;
    BytesPerSecond memory_bandwidth;
    std::uint32_t gpus = 1;  // with a rank
    Flops of_gpu;            // in a step, what is run twice counted twice
    std::uint32_t tp = 1;
    std::uint32_t micro = 1;
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    std::uint32_t pp = 1;
    std::uint32_t chunks = 1;
    std::uint32_t micro_batches = 1;
    Seconds step;
};

struct Comparison {
    std::vector<FigureChange> figures;        // those that one of the two has, in the order of the table
    std::vector<DimensionChange> dimensions;  // those that one of the two has
    std::vector<PartChange> step;             // all parts; their changes add up to that of the step
    WorkSide work_a;
    WorkSide work_b;
};

// Both are assessed with hops by stage, and have a bill.
Comparison compare_designs(const PointFacts& a, const PointFacts& b);

}  // namespace railyard
