#include "railyard/search/comparison.hpp"

namespace railyard {
namespace {

std::optional<DimensionSide> side_of(const PointFacts& facts, Dimension dimension) {
    const Assessment& found = *facts.assessment;
    for (std::size_t i = 0; i < found.evaluation.dimensions.size(); ++i) {
        const DimensionReport& report = found.evaluation.dimensions[i];
        if (report.hops.dimension != dimension) continue;
        DimensionSide side;
        side.degree = report.hops.degree;
        side.hops = report.hops.hops.total();
        side.on_nvlink = report.hops.hops.nvlink;
        side.nvlink = report.bytes_per_step.nvlink;
        side.network = report.bytes_per_step.network();
        const GroupClass& slowest = found.estimate.links[i].slowest();
        side.inside = slowest.inside;
        side.outside = slowest.network;
        side.time = seconds_of(found.estimate.step, dimension);
        return side;
    }
    return std::nullopt;
}

}  // namespace

Comparison compare_designs(const PointFacts& a, const PointFacts& b) {
    Comparison comparison;
    for (std::size_t i = 0; i < figures().size(); ++i) {
        const FigureChange change{i, figures()[i].value(a), figures()[i].value(b)};
        if (change.a || change.b) comparison.figures.push_back(change);
    }
    for (const Dimension dimension : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp,
                                      Dimension::ep, Dimension::etp, Dimension::edp}) {
        DimensionChange change{dimension, side_of(a, dimension), side_of(b, dimension)};
        if (change.a || change.b) comparison.dimensions.push_back(change);
    }
    return comparison;
}

}  // namespace railyard
