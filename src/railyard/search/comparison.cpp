#include "railyard/search/comparison.hpp"

#include <algorithm>
#include <utility>

#include "railyard/topology/link_word.hpp"

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
        side.nvlink = found.estimate.bytes[i].nvlink;
        side.network = found.estimate.bytes[i].network();
        const GroupClass& slowest = found.estimate.links[i].slowest();
        side.domains = slowest.domains;
        side.fewest_in_domain = slowest.fewest_in_domain;
        side.inside = slowest.inside;
        side.outside = slowest.network;
        return side;
    }
    return std::nullopt;
}

// Those that both have alike.
std::vector<StepFact> same_facts(const std::vector<StepFact>& facts, const std::vector<FactChange>& changes) {
    std::vector<StepFact> same;
    for (const StepFact& fact : facts) {
        const bool other = std::any_of(changes.begin(), changes.end(),
                                       [&](const FactChange& change) { return change.name == fact.name; });
        if (!other) same.push_back(fact);
    }
    return same;
}

std::vector<PieceChange> changes_of(const std::vector<StepPiece>& a, const std::vector<StepPiece>& b) {
    std::vector<PieceChange> changes;
    for (const StepPiece& piece : a) {
        const auto other = std::find_if(b.begin(), b.end(),
                                        [&](const StepPiece& found) { return found.item == piece.item; });
        if (other == b.end()) continue;
        PieceChange change{piece.item, piece.time, other->time, piece.hidden, other->hidden, {}, {}};
        change.facts = fact_changes(piece.facts, other->facts);
        change.same = same_facts(piece.facts, change.facts);
        changes.push_back(std::move(change));
    }
    return changes;
}

}  // namespace

StepPart part_of(Dimension dimension) {
    switch (dimension) {
        case Dimension::tp:
            return StepPart::tp;
        case Dimension::cp:
            return StepPart::cp;
        case Dimension::pp:
            return StepPart::pp;
        case Dimension::ep:
        case Dimension::etp:
            return StepPart::ep;
        case Dimension::dp:
        case Dimension::edp:
            return StepPart::dp;
    }
    return StepPart::compute;
}

StepPart part_of(CostItem item) {
    switch (item) {
        case CostItem::tensor:
            return StepPart::tp;
        case CostItem::context:
            return StepPart::cp;
        case CostItem::exchange:
            return StepPart::ep;
        case CostItem::sends:
            return StepPart::pp;
        case CostItem::gradients:
            return StepPart::dp;
        case CostItem::bubble:
            return StepPart::bubble;
        default:
            return StepPart::compute;
    }
}

Comparison compare_designs(const ComparedDesign& design_a, const ComparedDesign& design_b) {
    const PointFacts& a = design_a.facts;
    const PointFacts& b = design_b.facts;
    Comparison comparison;
    comparison.link = link_word(a.topology);
    if (const std::string_view other = link_word(b.topology); other != comparison.link)
        comparison.link += " or " + std::string(other);
    for (std::size_t i = 0; i < figures().size(); ++i) {
        const FigureChange change{i, figures()[i].value(a), figures()[i].value(b)};
        if (change.a || change.b) comparison.figures.push_back(change);
    }
    for (const Dimension dimension : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp,
                                      Dimension::ep, Dimension::etp, Dimension::edp}) {
        DimensionChange change{dimension, side_of(a, dimension), side_of(b, dimension)};
        if (change.a || change.b) comparison.dimensions.push_back(change);
    }
    const StepTimes& step_a = a.assessment->estimate.step;
    const StepTimes& step_b = b.assessment->estimate.step;
    const std::array<Seconds StepTimes::*, step_part_names.size()> parts = {
        &StepTimes::compute, &StepTimes::tp, &StepTimes::cp,    &StepTimes::ep,
        &StepTimes::pp,      &StepTimes::dp, &StepTimes::bubble};
    for (std::size_t i = 0; i < parts.size(); ++i)
        comparison.step.push_back({static_cast<StepPart>(i), step_a.*parts[i], step_b.*parts[i]});
    comparison.pieces = changes_of(design_a.pieces, design_b.pieces);
    comparison.memory = memory_change(a.layout, b.layout);
    const BilledMachine machine_a{a.topology, design_a.billed_domains};
    const BilledMachine machine_b{b.topology, design_b.billed_domains};
    comparison.cost = bill_changes(machine_a, machine_b, Billed::cost);
    comparison.power = bill_changes(machine_a, machine_b, Billed::power);
    return comparison;
}

}  // namespace railyard
