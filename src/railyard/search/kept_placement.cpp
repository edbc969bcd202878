#include "railyard/search/kept_placement.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "railyard/search/chosen_domains.hpp"
#include "railyard/search/run_filler.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::search {
namespace {

class Keeper {
  public:
    // `unit`: ranks that stay in one domain.
    Keeper(const Topology& topology, const Layout& layout, DomainChoice choice, std::uint32_t unit,
           std::uint32_t first)
        : topology_(topology),
          choice_(choice),
          offers_(topology, layout.placement.per_domain),
          ranks_(layout.degrees.ranks()),
          block_(unit),
          first_(first),
          filler_(topology, offers_, ranks_, unit) {
        if (block_ > offers_.largest()) choice_ = DomainChoice::as_listed;  // takes whole domains
    }

    std::optional<Placement> place(const std::vector<KeptRun>& runs) {
        const auto segments = choice_ == DomainChoice::as_listed ? filler_.from(first_, runs) : chosen(runs);
        if (!segments) return std::nullopt;
        IdVector<RankId, GpuId> gpu_of(ranks_);
        for (const Segment& segment : *segments) {
            const auto gpus = topology_.available_gpus(topology_.domain(segment.domain));
            for (std::uint32_t i = 0; i < segment.count; ++i)
                gpu_of[RankId(segment.first_rank.value() + i)] = gpus[segment.slot + i];
        }
        Placement placement = placement_of(topology_, std::move(gpu_of));
        placement.blocks_straddle = block_ > offers_.largest();
        return placement;
    }

  private:
    // On the domains that the choice takes, of each span that the whole job could lie in.
    std::optional<std::vector<Segment>> chosen(const std::vector<KeptRun>& runs) {
        const std::uint32_t blocks = ranks_ / block_;
        const bool one_span = !runs.empty() && runs.front().ranks >= ranks_;
        // Those of a span that comes as needed, and as many again for one that begins before them.
        std::uint32_t most = blocks;
        if (one_span && topology_.as_needed()) {
            const DomainRange span = span_around(topology_, offers_.endless_from(), runs.front().within);
            most = std::max(most, 2 * (span.end - span.first));
        }
        const auto rooms = rooms_of(topology_, offers_, block_, first_, most);
        std::optional<std::vector<Segment>> best;
        std::tuple<std::uint64_t, std::uint64_t> best_cost;
        for (std::size_t begin = 0; begin < rooms.size();) {
            std::size_t end = rooms.size();
            if (one_span) {
                const DomainRange span = span_around(topology_, rooms[begin].domain, runs.front().within);
                end = begin;
                while (end < rooms.size() && rooms[end].domain < span.end) ++end;
            }
            const std::vector<DomainRoom> window(rooms.begin() + static_cast<std::ptrdiff_t>(begin),
                                                 rooms.begin() + static_cast<std::ptrdiff_t>(end));
            begin = end;
            auto segments = filler_.on(chosen_rooms(window, blocks, choice_), runs);
            if (!segments) segments = filler_.on(window, runs);
            if (!segments) continue;
            const auto cost = cost_of(*segments, window);
            if (best && cost >= best_cost) continue;
            best = std::move(segments);
            best_cost = cost;
        }
        return best;
    }

    // Domains used, or GPUs left of the window.
    [[nodiscard]] std::tuple<std::uint64_t, std::uint64_t> cost_of(
        const std::vector<Segment>& segments, const std::vector<DomainRoom>& window) const {
        std::uint64_t domains = 0;
        DomainId last;
        for (const Segment& segment : segments) {
            if (segment.domain != last) ++domains;
            last = segment.domain;
        }
        std::uint64_t room = 0;
        for (const DomainRoom& own : window) room += own.blocks;
        return choice_ == DomainChoice::fewest ? std::tuple(domains, room) : std::tuple(room, domains);
    }

    const Topology& topology_;
    DomainChoice choice_;
    Offers offers_;
    std::uint32_t ranks_;
    std::uint32_t block_;
    std::uint32_t first_;
    RunFiller filler_;
};

}  // namespace

std::variant<Placement, DoesNotFit> place_keeping(const Topology& topology, const Layout& layout,
                                                  DomainChoice choice, const KeptRuns& runs,
                                                  std::uint32_t first) {
    std::optional<Placement> plain;
    if (first == 0) {
        auto placed = place_on(topology, layout, choice);
        if (std::holds_alternative<DoesNotFit>(placed)) return placed;
        plain = std::get<Placement>(std::move(placed));
    }
    const RankGrid grid(layout.order, layout.degrees);
    const std::uint32_t block = block_size(grid, layout.placement.keep);
    const std::uint32_t unit = layout.placement.policy == Policy::packed ? 1 : block;
    Keeper keeper(topology, layout, choice, unit, first);
    for (const std::vector<KeptRun>& list : runs.of(layout, unit)) {
        const bool kept = plain && std::all_of(list.begin(), list.end(), [&](const KeptRun& run) {
                              return keeps_run(topology, *plain, run);
                          });
        if (kept) return std::move(*plain);
        if (auto placed = keeper.place(list)) {
            placed->block = block;
            return std::move(*placed);
        }
    }
    DoesNotFit no;
    no.ranks = grid.ranks();
    no.why = "from " + domain_name(topology, topology.domain(DomainId(first))) + " on there is no room";
    return no;
}

}  // namespace railyard::search
