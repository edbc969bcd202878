#include "railyard/search/place_search.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "railyard/estimate/estimate.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/network_floor.hpp"

namespace railyard::search {
namespace {

Bytes network_of(const Evaluation& evaluation) {
    Bytes all;
    for (const DimensionReport& report : evaluation.dimensions) all += report.bytes_per_step.network();
    return all;
}

class PlaceSearcher {
  public:
    PlaceSearcher(const Topology& topology, const Layout& layout, const TimeModel& model,
                  const PlaceRules& rules)
        : topology_(topology), layout_(layout), model_(model), rules_(rules), kept_(rules.pins.size()) {}

    PlaceAnswer run() {
        const DomainSizes sizes = domain_sizes(topology_);
        answer_.exhaustive = sizes.alike;
        if (sizes.largest > 0) answer_.network_floor = network_floor(layout_, sizes.largest);
        if (auto given = by_rules(layout_)) answer_.as_given = std::move(*given);
        answer_.why_not.clear();
        for (const Arrangement& arrangement : arrangements_of(layout_.degrees, sizes)) {
            ++answer_.arrangements;
            Layout layout = layout_;
            layout.order = arrangement.order;
            layout.placement = arrangement.rules;
            consider(std::move(layout));
        }
        if (!sizes.alike) improve_best();
        for (std::size_t p = 0; p < rules_.pins.size(); ++p) {
            if (rules_.pins[p].strength == PinStrength::required && kept_[p] == 0)
                answer_.broken_pins.push_back(rules_.pins[p].text);
        }
        if (answer_.best.empty() && answer_.why_not.empty() && answer_.broken_pins.empty())
            answer_.why_not = "no placement keeps all the required pins together";
        return std::move(answer_);
    }

  private:
    void consider(Layout layout) {
        auto placed = by_rules(layout);
        if (!placed) {
            ++answer_.not_placed;
            return;
        }
        std::uint32_t required = 0;
        for (std::size_t p = 0; p < rules_.pins.size(); ++p) {
            const bool kept = keeps(rules_.pins[p], hops_, topology_, placed->placement);
            if (kept) ++kept_[p];
            if (!kept) ++(rules_.pins[p].strength == PinStrength::required ? required : placed->pins_broken);
        }
        if (required > 0) {
            ++answer_.not_placed;
            return;
        }
        keep(std::move(*placed));
    }

    // Nothing: no room.
    std::optional<PlacedLayout> by_rules(const Layout& layout) {
        auto placed = place_on(topology_, layout, rules_.domains);
        if (const auto* no = std::get_if<DoesNotFit>(&placed)) {
            if (answer_.why_not.empty()) answer_.why_not = no->why;
            return std::nullopt;
        }
        return counted(layout, std::get<Placement>(std::move(placed)));
    }

    std::optional<PlacedLayout> counted(const Layout& layout, Placement placement) {
        const std::uint32_t block = placement.block;
        auto result = evaluate(topology_, layout, std::move(placement));
        if (const auto* no = std::get_if<DoesNotFit>(&result)) {
            if (answer_.why_not.empty()) answer_.why_not = no->why;
            return std::nullopt;
        }
        auto& evaluation = std::get<Evaluation>(result);
        PlacedLayout placed;
        placed.layout = layout;
        placed.network = network_of(evaluation);
        const auto step = step_of(topology_, model_, layout, evaluation);
        if (!step) return std::nullopt;
        placed.step = *step;
        hops_.clear();
        for (const DimensionReport& report : evaluation.dimensions) hops_.push_back(report.hops);
        placed.placement = std::move(evaluation.placement);
        placed.placement.block = block;
        return placed;
    }

    [[nodiscard]] auto rank(const PlacedLayout& placed) const {
        const double time = placed.step.total().raw();
        const double network = placed.network.raw();
        const bool by_time = rules_.goal == PlaceGoal::time;
        return std::tuple(placed.pins_broken, by_time ? time : network, by_time ? network : time,
                          placed.placement.domains_used);
    }

    void keep(PlacedLayout placed) {
        auto& best = answer_.best;
        const bool known = std::any_of(
            best.begin(), best.end(), [&](const PlacedLayout& other) { return rank(other) == rank(placed); });
        if (known) return;
        const auto at =
            std::upper_bound(best.begin(), best.end(), placed,
                             [&](const PlacedLayout& a, const PlacedLayout& b) { return rank(a) < rank(b); });
        if (at == best.end() && best.size() == rules_.best) return;
        best.insert(at, std::move(placed));
        if (best.size() > rules_.best) best.pop_back();
    }

    // Where domains are uneven, what the rules could not see.
    void improve_best() {
        std::vector<PlacedLayout> better;
        for (const PlacedLayout& placed : answer_.best) {
            if (auto swapped = swapped_blocks(topology_, placed.layout, placed.placement, rules_.seed)) {
                if (auto found = counted(placed.layout, std::move(swapped->placement))) {
                    found->saved_by_swaps = swapped->saved;
                    better.push_back(std::move(*found));
                }
            }
        }
        for (PlacedLayout& placed : better) {
            const bool keeps_all = std::all_of(rules_.pins.begin(), rules_.pins.end(), [&](const Pin& pin) {
                if (pin.strength == PinStrength::preferred) return true;
                counted(placed.layout, placed.placement);
                return keeps(pin, hops_, topology_, placed.placement);
            });
            if (keeps_all) keep(std::move(placed));
        }
    }

    const Topology& topology_;
    const Layout& layout_;
    const TimeModel& model_;
    const PlaceRules& rules_;
    PlaceAnswer answer_;
    std::vector<DimensionHops> hops_;  // of the last that was counted
    std::vector<std::uint64_t> kept_;  // by pin
};

}  // namespace

PlaceAnswer place_best(const Topology& topology, const Layout& layout, const TimeModel& model,
                       const PlaceRules& rules) {
    return PlaceSearcher(topology, layout, model, rules).run();
}

}  // namespace railyard::search
