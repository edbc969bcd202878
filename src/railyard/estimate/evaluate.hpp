#pragma once
// One layout on one topology: where its ranks sit, and what its hops are.

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/traffic.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// What the hops carry depends on the model of times: Estimate::bytes.
struct DimensionReport {
    DimensionHops hops;
};

struct Evaluation {
    Placement placement;
    std::vector<DimensionReport> dimensions;
};

using EvaluationResult = std::variant<Evaluation, DoesNotFit>;

// Places the layout by its own rules and counts. A job whose hops would have to leave a domain where nothing
// joins domains does not fit.
EvaluationResult evaluate(const Topology& topology, const Layout& layout);

// Counts a placement that is given.
EvaluationResult evaluate(const Topology& topology, const Layout& layout, Placement placement);

}  // namespace railyard
