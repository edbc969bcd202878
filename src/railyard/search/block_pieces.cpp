#include "railyard/search/block_pieces.hpp"

#include <algorithm>

#include "railyard/job/rank_grid.hpp"

namespace railyard::search {

std::vector<std::uint32_t> pieces_of(const Topology& topology, const Layout& layout, std::uint32_t block) {
    std::vector<std::uint32_t> wanted;
    const RankGrid grid(layout.order, layout.degrees);
    for (const auto& entry : grid.entries()) wanted.push_back(entry.rank_stride * entry.size);
    std::sort(wanted.rbegin(), wanted.rend());
    for (const DomainKind& kind : topology.kinds()) wanted.push_back(kind.servers.gpus);
    std::vector<std::uint32_t> pieces;
    for (const std::uint32_t size : wanted) {
        const std::uint32_t whole = pieces.empty() ? block : pieces.back();
        if (size > 1 && size < whole && whole % size == 0) pieces.push_back(size);
    }
    if (block > 1) pieces.push_back(1);
    return pieces;
}

}  // namespace railyard::search
