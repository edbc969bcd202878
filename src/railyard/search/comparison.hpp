#pragma once
// Two designs side by side: what changes, by how much, and what of it comes from where the hops go.

#include <optional>
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
    Seconds time;  // of the step
};

struct DimensionChange {
    Dimension dimension = Dimension::tp;
    std::optional<DimensionSide> a;  // none: of degree 1
    std::optional<DimensionSide> b;
};

struct Comparison {
    std::vector<FigureChange> figures;        // those that one of the two has, in the order of the table
    std::vector<DimensionChange> dimensions;  // those that one of the two has
};

// Both are assessed with hops by stage, and have a bill.
Comparison compare_designs(const PointFacts& a, const PointFacts& b);

}  // namespace railyard
