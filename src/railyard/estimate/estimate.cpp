#include "railyard/estimate/estimate.hpp"

namespace railyard {

std::vector<TrafficBytes> bytes_of(const Layout& layout, const Volumes& volumes,
                                   const Evaluation& evaluation) {
    std::vector<TrafficBytes> all;
    all.reserve(evaluation.dimensions.size());
    for (const DimensionReport& report : evaluation.dimensions)
        all.push_back(traffic_of(layout, volumes, report.hops));
    return all;
}

Estimate look_at_links(const Topology& topology, const Layout& layout, const Evaluation& evaluation) {
    Estimate estimate;
    std::vector<Dimension> dimensions;
    for (const auto& report : evaluation.dimensions) dimensions.push_back(report.hops.dimension);
    const RankGrid grid(layout.order, layout.degrees);
    estimate.links = group_links(topology, grid, evaluation.placement, dimensions);
    estimate.rates = machine_rates(topology, layout, evaluation, estimate.links);
    return estimate;
}

Estimate estimate_reference(const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                            double eta, BatchAssumption assumption) {
    Estimate estimate = look_at_links(topology, layout, evaluation);
    estimate.model = CostModel::reference;
    estimate.efficiency = eta;
    estimate.step = reference_step(layout, estimate.rates, reference_batch(layout, assumption), eta);
    estimate.volumes = reference_volumes(layout);
    estimate.bytes = bytes_of(layout, estimate.volumes, evaluation);
    return estimate;
}

Seconds seconds_of(const StepTimes& step, Dimension dimension) {
    switch (dimension) {
        case Dimension::tp:
            return step.tp;
        case Dimension::cp:
            return step.cp;
        case Dimension::pp:
            return step.pp;
        case Dimension::ep:
        case Dimension::etp:
            return step.ep;
        case Dimension::dp:
        case Dimension::edp:
            return step.dp;
    }
    return {};
}

}  // namespace railyard
