#include "railyard/search/pinned_replan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/search/block_pieces.hpp"
#include "railyard/search/kept_placement.hpp"
#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

// A placement anew may begin on the first domain with room, and on so many others less one.
constexpr std::size_t most_starts = 8;

class PinnedReplanner {
  public:
    PinnedReplanner(const Topology& reduced, const Layout& layout, const Placement& old,
                    const std::vector<Pin>& pins)
        : reduced_(reduced), layout_(layout), old_(old), pins_(pins), runs_(reduced, required(pins)) {}

    std::variant<PinnedReplan, NoPinnedReplan, DoesNotFit> run() {
        auto free = replan(reduced_, old_, {pieces_of(reduced_, layout_, old_.block), {}});
        NoPinnedReplan none;
        if (auto* least = std::get_if<Replan>(&free)) {
            none.broken = broken_by(least->placement);
            none.fewest = static_cast<std::uint32_t>(least->moved.size());
            if (none.broken.empty()) return PinnedReplan{std::move(*least), {}, none.fewest};
        } else if (pins_.empty()) {
            return std::get<DoesNotFit>(std::move(free));
        }
        try_larger_blocks();
        if (best_) return PinnedReplan{std::move(*best_), std::move(none.broken), none.fewest};
        if (auto* no = std::get_if<DoesNotFit>(&free)) return std::move(*no);
        return none;
    }

  private:
    static std::vector<Pin> required(std::vector<Pin> pins) {
        pins.erase(std::remove_if(pins.begin(), pins.end(),
                                  [](const Pin& pin) { return pin.strength == PinStrength::preferred; }),
                   pins.end());
        return pins;
    }

    // Blocks of leading entries of the order, from one rank to the whole job, each where it is now as far as
    // pins hold it, and placed anew.
    void try_larger_blocks() {
        const auto starts = span_starts(reduced_, most_starts);
        const RankGrid grid(layout_.order, layout_.degrees);
        std::uint32_t block = 1;
        for (std::size_t i = 0; i < layout_.order.size(); ++i) {
            block *= grid.entries()[i].size;
            Placement larger = old_;
            larger.block = block;
            const auto pieces = pieces_of(reduced_, layout_, block);
            for (const auto& runs : runs_.of(layout_, 1)) {
                for (const auto& may_split : {std::vector<std::uint32_t>{}, pieces}) {
                    auto moved = replan(reduced_, larger, {may_split, runs});
                    if (auto* found = std::get_if<Replan>(&moved)) consider(std::move(*found));
                }
            }
            Layout anew = layout_;
            anew.placement.policy = Policy::aligned;
            anew.placement.keep = {layout_.order.begin(),
                                   layout_.order.begin() + static_cast<std::ptrdiff_t>(i) + 1};
            for (const DomainChoice choice : {DomainChoice::as_listed, DomainChoice::fewest}) {
                for (const std::uint32_t first : starts) {
                    auto placed = place_keeping(reduced_, anew, choice, runs_, first);
                    if (auto* there = std::get_if<Placement>(&placed)) consider(moved_to(std::move(*there)));
                }
            }
        }
    }

    // Blocks that lie in one domain as they did count more than ranks that move.
    void consider(Replan replan) {
        const std::pair cost(torn_blocks(replan.placement), replan.moved.size());
        if (best_ && cost >= best_cost_) return;
        if (!broken_by(replan.placement).empty()) return;
        best_ = std::move(replan);
        best_cost_ = cost;
    }

    [[nodiscard]] std::size_t torn_blocks(const Placement& placement) const {
        std::size_t torn = 0;
        const auto ranks = static_cast<std::uint32_t>(placement.gpu_of.size());
        for (std::uint32_t first = 0; first < ranks; first += old_.block) {
            const DomainId domain = reduced_.place(placement.gpu_of[RankId(first)]).domain;
            for (std::uint32_t r = first; r < std::min(ranks, first + old_.block); ++r) {
                if (reduced_.place(placement.gpu_of[RankId(r)]).domain == domain) continue;
                ++torn;
                break;
            }
        }
        return torn;
    }

    [[nodiscard]] Replan moved_to(Placement placement) const {
        Replan replan;
        for (std::uint32_t r = 0; r < old_.gpu_of.size(); ++r) {
            const RankId rank(r);
            if (!reduced_.is_available(old_.gpu_of[rank])) ++replan.lost;
            if (old_.gpu_of[rank] != placement.gpu_of[rank])
                replan.moved.push_back({rank, old_.gpu_of[rank], placement.gpu_of[rank]});
        }
        replan.placement = std::move(placement);
        return replan;
    }

    [[nodiscard]] std::vector<std::string> broken_by(const Placement& placement) const {
        std::vector<std::string> broken;
        if (pins_.empty()) return broken;
        const auto result = evaluate(reduced_, layout_, placement);
        const auto* evaluation = std::get_if<Evaluation>(&result);
        std::vector<DimensionHops> hops;
        if (evaluation != nullptr)
            for (const DimensionReport& report : evaluation->dimensions) hops.push_back(report.hops);
        for (const Pin& pin : pins_) {
            if (pin.strength == PinStrength::preferred) continue;
            if (evaluation == nullptr || !keeps(pin, hops, reduced_, placement)) broken.push_back(pin.text);
        }
        return broken;
    }

    const Topology& reduced_;
    const Layout& layout_;
    const Placement& old_;
    const std::vector<Pin>& pins_;
    KeptRuns runs_;               // of required pins
    std::optional<Replan> best_;  // that keeps the pins
    std::pair<std::size_t, std::size_t> best_cost_;
};

}  // namespace

std::variant<PinnedReplan, NoPinnedReplan, DoesNotFit> replan_within(const Topology& reduced,
                                                                     const Layout& layout,
                                                                     const Placement& placement,
                                                                     const std::vector<Pin>& pins) {
    return PinnedReplanner(reduced, layout, placement, pins).run();
}

}  // namespace railyard::search
