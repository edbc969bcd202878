#include "railyard/search/place_search.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "railyard/estimate/calibrated_volumes.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/expert_exchange.hpp"
#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/kept_placement.hpp"
#include "railyard/search/network_floor.hpp"
#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

// A placement may begin on the first domain with room, and on so many others less one.
constexpr std::size_t most_starts = 16;

// Blocks of so many placements change places: a worse one may become better than the best.
constexpr std::size_t most_swapped = 24;

class PlaceSearcher {
  public:
    PlaceSearcher(const Topology& topology, const Layout& layout, const TimeModel& model,
                  const PlaceRules& rules)
        : topology_(topology),
          layout_(layout),
          model_(model),
          rules_(rules),
          runs_(topology, rules.pins),
          starts_(span_starts(topology, most_starts)),
          tally_(rules.pins) {}

    PlaceAnswer run() {
        const DomainSizes sizes = domain_sizes(topology_);
        answer_.exhaustive = sizes.alike;
        if (sizes.largest > 0) answer_.network_floor = floor_on(sizes.largest);
        consider_given();
        const std::string why_not_given = std::exchange(answer_.why_not, "");
        for (const Arrangement& arrangement : arrangements_of(layout_.degrees, sizes)) {
            ++answer_.arrangements;
            Layout layout = layout_;
            layout.order = arrangement.order;
            layout.placement = arrangement.rules;
            if (!consider(layout)) ++answer_.not_placed;
        }
        if (answer_.best.empty() && given_keeps_) keep(*answer_.as_given);
        if (answer_.best.empty()) (void)consider(layout_);
        if (!sizes.alike) {
            improve_best();
        } else if (!answer_.best.empty() && above_floor(answer_.best.front())) {
            improve_family();
        }
        if (answer_.best.size() > rules_.best) answer_.best.resize(rules_.best);
        answer_.unmet = unmet();
        // What keeps the layout itself out says more than what keeps some arrangement out.
        if (!why_not_given.empty()) answer_.why_not = why_not_given;
        if (!answer_.best.empty() || answer_.unmet.any()) answer_.why_not.clear();
        if (rules_.domains == DomainChoice::fewest && !answer_.best.empty())
            answer_.fewest_domains = answer_.best.front().placement.domains_used;
        return std::move(answer_);
    }

  private:
    [[nodiscard]] auto rank(const PlacedLayout& placed) const {
        const double time = placed.step.total().raw();
        const double network = placed.network.raw();
        const bool by_time = rules_.goal == PlaceGoal::time;
        return std::tuple(placed.pins_broken, by_time ? time : network, by_time ? network : time,
                          placed.placement.domains_used);
    }

    // Of all kinds of domain whose GPU the model knows: they may gather parameters in other precisions.
    [[nodiscard]] Bytes floor_on(std::uint32_t largest) const {
        if (model_.calibration == nullptr) return network_floor(layout_, reference_volumes(layout_), largest);
        std::optional<Bytes> least;
        for (const PlacedMachine& machine : machines_without_traffic(topology_, model_, layout_)) {
            Volumes volumes = calibrated_volumes(layout_, machine.calibrated->precision);
            volumes.crossing = least_crossing_share(layout_);
            const Bytes floor = network_floor(layout_, volumes, largest);
            least = least ? std::min(*least, floor) : floor;
        }
        return least.value_or(Bytes{});
    }

    void consider_given() {
        answer_.as_given = taken(layout_, place_on(topology_, layout_, rules_.domains));
        given_keeps_ = answer_.as_given && note_pins(*answer_.as_given);
        // Its rules may be none of the arrangements, and yet take fewer domains.
        if (rules_.domains == DomainChoice::fewest && given_keeps_) keep(*answer_.as_given);
    }

    // Keeps the best of every domain that it may begin on; false: none of these keeps the required pins.
    bool consider(const Layout& layout) {
        std::optional<PlacedLayout> best;
        const auto cost = [this](const PlacedLayout& placed, double less = 0) {
            const bool fewest = rules_.domains == DomainChoice::fewest;
            const auto [broken, goal, other, domains] = rank(placed);
            return std::tuple(fewest ? domains : 0, broken, goal * (1 - less));
        };
        for (const std::uint32_t first : starts_) {
            auto placed = taken(layout, place_keeping(topology_, layout, rules_.domains, runs_, first));
            if (!placed || !note_pins(*placed)) continue;
            // What no rules place has to be worth a list of ranks.
            if (!best || cost(*placed) < cost(*best, 1e-4)) best = std::move(placed);
        }
        if (!best) return false;
        keep(std::move(*best));
        return true;
    }

    // Of what was counted last: notes which pins it breaks; false: a required one.
    bool note_pins(PlacedLayout& placed) {
        const PinCheck check = check_pins(rules_.pins, topology_, placed.placement, hops_);
        for (std::size_t p = 0; p < check.kept.size(); ++p)
            if (!check.kept[p]) placed.broken_pins.push_back(rules_.pins[p].text);
        placed.pins_broken = check.preferred_broken;
        tally_.count(check.kept);
        return check.required_broken == 0;
    }

    // Nothing: no room.
    std::optional<PlacedLayout> taken(const Layout& layout, std::variant<Placement, DoesNotFit> placed) {
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
        const auto step = step_of(topology_, model_, layout, evaluation);
        if (!step) return std::nullopt;
        placed.step = step->times;
        placed.network = step->network;
        placed.volumes = step->volumes;
        hops_.clear();
        for (const DimensionReport& report : evaluation.dimensions) hops_.push_back(report.hops);
        placed.placement = std::move(evaluation.placement);
        placed.placement.block = block;
        return placed;
    }

    void keep(PlacedLayout placed) {
        auto& best = answer_.best;
        if (rules_.domains == DomainChoice::fewest && !best.empty()) {
            const std::uint32_t fewest = best.front().placement.domains_used;
            if (placed.placement.domains_used > fewest) return;
            if (placed.placement.domains_used < fewest) best.clear();
        }
        const bool known = std::any_of(
            best.begin(), best.end(), [&](const PlacedLayout& other) { return rank(other) == rank(placed); });
        if (known) return;
        const auto at =
            std::upper_bound(best.begin(), best.end(), placed,
                             [&](const PlacedLayout& a, const PlacedLayout& b) { return rank(a) < rank(b); });
        const std::size_t most = std::max(rules_.best, most_swapped);
        if (at == best.end() && best.size() == most) return;
        best.insert(at, std::move(placed));
        if (best.size() > most) best.pop_back();
    }

    UnmetPins unmet() {
        return unmet_even_alone(tally_, rules_.pins, [this](const std::vector<Pin>& pins) {
            PlaceRules rules = rules_;
            rules.best = 1;
            rules.pins = pins;
            return !PlaceSearcher(topology_, layout_, model_, rules).run().best.empty();
        });
    }

    [[nodiscard]] bool above_floor(const PlacedLayout& placed) const {
        return placed.network.raw() > answer_.network_floor.raw() * (1 + 1e-6);
    }

    // Where domains are alike: what is better than the family's best, by the goal.
    void improve_family() {
        const PlacedLayout& best = answer_.best.front();
        answer_.family = BestOfFamily{best.step.total(), best.network};
        const auto goal = [this](const PlacedLayout& placed) {
            return std::pair(placed.pins_broken, std::get<1>(rank(placed)));
        };
        auto limit = goal(best);
        limit.second *= 1 - 1e-9;  // a hair, so that rounding betters nothing
        for (PlacedLayout& placed : swapped_best())
            if (goal(placed) < limit) keep(std::move(placed));
    }

    // Where domains are uneven: what the rules could not see.
    void improve_best() {
        for (PlacedLayout& placed : swapped_best()) keep(std::move(placed));
    }

    // The best with their blocks swapped, those that send less by that.
    std::vector<PlacedLayout> swapped_best() {
        answer_.swapped = true;
        std::vector<PlacedLayout> better;
        for (const PlacedLayout& placed : answer_.best) {
            auto swapped =
                swapped_blocks(topology_, placed.layout, placed.volumes, placed.placement, rules_.seed);
            if (!swapped) continue;
            auto found = counted(placed.layout, std::move(swapped->placement));
            if (!found || !note_pins(*found)) continue;
            found->saved_by_swaps = swapped->saved;
            better.push_back(std::move(*found));
        }
        return better;
    }

    const Topology& topology_;
    const Layout& layout_;
    const TimeModel& model_;
    const PlaceRules& rules_;
    KeptRuns runs_;
    std::vector<std::uint32_t> starts_;
    PlaceAnswer answer_;
    std::vector<DimensionHops> hops_;  // of the last that was counted
    PinTally tally_;
    bool given_keeps_ = false;  // every required pin
};

}  // namespace

PlaceAnswer place_best(const Topology& topology, const Layout& layout, const TimeModel& model,
                       const PlaceRules& rules) {
    return PlaceSearcher(topology, layout, model, rules).run();
}

}  // namespace railyard::search
