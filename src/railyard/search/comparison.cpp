#include "railyard/search/comparison.hpp"

#include "railyard/job/flops.hpp"

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
        return side;
    }
    return std::nullopt;
}

WorkSide work_of(const PointFacts& facts) {
    const Layout& layout = facts.layout;
    const MachineRates& rates = facts.assessment->estimate.rates;
    WorkSide work;
    work.gpu = rates.gpu;
    work.peak = rates.peak;
    work.precision = rates.counted_precision;
    work.memory_bandwidth = rates.memory_bandwidth;
    work.gpus = layout.degrees.ranks();
    work.of_gpu = step_flops(layout, AttentionCount::full, RecomputeCount::hardware) / work.gpus;
    work.tp = layout.degrees.tp;
    work.micro = layout.batch.micro;
    work.schedule = layout.pipeline.schedule;
    work.pp = layout.degrees.pp;
    work.chunks = layout.pipeline.chunks;
    work.micro_batches = layout.micro_batches();
    work.step = facts.assessment->estimate.step.total();
    return work;
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
    const StepTimes& step_a = a.assessment->estimate.step;
    const StepTimes& step_b = b.assessment->estimate.step;
    const std::array<Seconds StepTimes::*, step_part_names.size()> parts = {
        &StepTimes::compute, &StepTimes::tp, &StepTimes::cp,    &StepTimes::ep,
        &StepTimes::pp,      &StepTimes::dp, &StepTimes::bubble};
    for (std::size_t i = 0; i < parts.size(); ++i)
        comparison.step.push_back({static_cast<StepPart>(i), step_a.*parts[i], step_b.*parts[i]});
    comparison.work_a = work_of(a);
    comparison.work_b = work_of(b);
    return comparison;
}

}  // namespace railyard
