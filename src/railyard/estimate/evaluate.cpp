#include "railyard/estimate/evaluate.hpp"

#include <string>
#include <utility>

namespace railyard {
namespace {

// Hops that nothing carries make the whole placement impossible.
std::optional<DoesNotFit> cut_off(const Topology& topology, const Evaluation& evaluation,
                                  std::uint32_t ranks) {
    for (const auto& [hops] : evaluation.dimensions) {
        const std::uint64_t lost = hops.hops.unreachable + hops.wrap.unreachable;
        if (lost == 0) continue;
        DoesNotFit no;
        no.ranks = ranks;
        no.placed = evaluation.placement.segments.front().count;
        no.available = no.placed;
        no.short_by = ranks - no.placed;
        no.why =
            std::to_string(lost) + " hops of " + std::string(name_of(hops.dimension)) +
            " would have to leave their domain, and " +
            (topology.network().tiers.empty() ? "the topology has no network" : "its servers have no NICs");
        return no;
    }
    return std::nullopt;
}

}  // namespace

EvaluationResult evaluate(const Topology& topology, const Layout& layout) {
    const RankGrid grid(layout.order, layout.degrees);
    PlacementResult placed = place(topology, grid, layout.placement);
    if (auto* no = std::get_if<DoesNotFit>(&placed)) return std::move(*no);
    return evaluate(topology, layout, std::get<Placement>(std::move(placed)));
}

EvaluationResult evaluate(const Topology& topology, const Layout& layout, Placement placement) {
    const RankGrid grid(layout.order, layout.degrees);
    Evaluation evaluation;
    evaluation.placement = std::move(placement);
    for (auto& hops : count_hops(topology, grid, evaluation.placement, dimensions_of(layout)))
        evaluation.dimensions.push_back({std::move(hops)});
    if (auto no = cut_off(topology, evaluation, grid.ranks())) return std::move(*no);
    return evaluation;
}

}  // namespace railyard
