#pragma once
// Two designs side by side: what changes, by how much, and what of it comes from where the hops go.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/estimate/step_facts.hpp"
#include "railyard/search/amounts.hpp"
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
    // Of the slowest groups: domains that one lies in, members in the one that has fewest (the NICs of all
    // of them carry what leaves it), and rates of one member; zero where they do not need them.
    std::uint32_t domains = 1;
    std::uint32_t fewest_in_domain = 1;
    BytesPerSecond inside;
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

// The part that a piece of the step is counted in.
StepPart part_of(CostItem item);

struct PartChange {
    StepPart part = StepPart::compute;
    Seconds a;
    Seconds b;
};

struct PieceChange {
    CostItem item = CostItem::products;
    Seconds a;
    Seconds b;
    Seconds hidden_a;  // behind other work, in no part of the step
    Seconds hidden_b;
    std::vector<FactChange> facts;
    std::vector<StepFact> same;  // that both have alike
};

struct Comparison {
    std::string link = "NVLink";              // what links inside domains are called, by both
    std::vector<FigureChange> figures;        // those that one of the two has, in the order of the table
    std::vector<DimensionChange> dimensions;  // those that one of the two has
    std::vector<PartChange> step;             // all parts; their changes add up to that of the step
    std::vector<PieceChange> pieces;          // that parts are made of, in the order of CostItem
    MemoryChange memory;                      // of the fullest GPU
    std::vector<BillPartChange> cost;         // parts whose sums differ
    std::vector<BillPartChange> power;
};

// One of the two: assessed with hops by stage, with a bill, and with what its step is made of
// (calibrated_facts, reference_facts).
struct ComparedDesign {
    const PointFacts& facts;
    const std::vector<StepPiece>& pieces;
    std::uint32_t billed_domains = 0;  // of a last run that comes as needed
};

// Both have their times from the same model.
Comparison compare_designs(const ComparedDesign& a, const ComparedDesign& b);

}  // namespace railyard
