#include "railyard/diagram/placement_view.hpp"

#include <algorithm>
#include <map>

namespace railyard::diagram {
namespace {

constexpr std::uint32_t most_unused = 64;  // domains behind the last used one that are drawn

// What two domains that are alike have in common.
std::vector<std::uint32_t> signature_of(const DomainTiles& domain) {
    std::vector<std::uint32_t> signature = {domain.domain.kind, domain.domain.first_local};
    for (const Tile& tile : domain.tiles) {
        // States but `rank` have no colour.
        signature.push_back(tile.state == TileState::rank ? tile.colour % most_colours + 8
                                                          : static_cast<std::uint32_t>(tile.state));
    }
    return signature;
}

}  // namespace

std::uint32_t DomainTiles::count(TileState state) const {
    return static_cast<std::uint32_t>(
        std::count_if(tiles.begin(), tiles.end(), [&](const Tile& tile) { return tile.state == state; }));
}

std::uint32_t PlacementView::count(TileState state) const {
    std::uint32_t count = 0;
    for (const DomainTiles& domain : domains) count += domain.count(state);
    return count;
}

std::uint32_t drawn_domains(const Topology& topology, const Placement& placement) {
    std::uint32_t used = 0;
    for (const GpuId gpu : placement.gpu_of) used = std::max(used, topology.place(gpu).domain.value() + 1);
    if (topology.as_needed()) return used;
    const std::uint32_t unused = topology.domain_count() - used;
    return unused <= most_unused ? used + unused : used;
}

PlacementView view_of(const Topology& topology, const RankGrid& grid, const Placement& placement,
                      std::uint32_t per_domain, Dimension colour) {
    std::vector<RankId> rank_of;  // by GPU
    for (std::uint32_t r = 0; r < placement.gpu_of.size(); ++r) {
        const GpuId gpu = placement.gpu_of[RankId(r)];
        if (gpu.value() >= rank_of.size()) rank_of.resize(gpu.value() + 1);
        rank_of[gpu.value()] = RankId(r);
    }
    PlacementView view;
    const std::uint32_t drawn = drawn_domains(topology, placement);
    if (!topology.as_needed()) view.left_out = topology.domain_count() - drawn;
    std::map<std::vector<std::uint32_t>, std::size_t> known;
    for (std::uint32_t d = 0; d < drawn; ++d) {
        DomainTiles made;
        made.domain = topology.domain(DomainId(d));
        bool is_used = false;
        std::uint32_t slot = 0;  // among the GPUs that are there
        for (std::uint32_t i = 0; i < made.domain.gpus; ++i) {
            Tile tile;
            tile.gpu = GpuId(made.domain.first_gpu.value() + i);
            const bool has_rank = tile.gpu.value() < rank_of.size() && !rank_of[tile.gpu.value()].is_none();
            if (has_rank) {
                tile.state = TileState::rank;
                tile.rank = rank_of[tile.gpu.value()];
                tile.colour = grid.coordinate(tile.rank, colour);
                is_used = true;
            } else if (!topology.is_available(tile.gpu)) {
                tile.state = TileState::unavailable;
            } else {
                const bool is_kept =
                    placement.origin == PlacementOrigin::rules && per_domain > 0 && slot >= per_domain;
                tile.state = is_kept ? TileState::spare : TileState::idle;
            }
            if (tile.state != TileState::unavailable) ++slot;
            made.tiles.push_back(tile);
        }
        for (Tile& tile : made.tiles) {
            if (!is_used && tile.state != TileState::unavailable) tile.state = TileState::unused;
        }
        const auto [found, is_new] = known.try_emplace(signature_of(made), view.alike.size());
        if (is_new) view.alike.emplace_back();
        view.alike[found->second].members.push_back(d);
        view.domains.push_back(std::move(made));
    }
    return view;
}

}  // namespace railyard::diagram
