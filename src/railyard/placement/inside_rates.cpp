#include "railyard/placement/inside_rates.hpp"

#include <algorithm>

#include "railyard/topology/reach.hpp"

namespace railyard {

double share_across_boards(std::uint64_t members, std::uint64_t on_first_board) {
    if (on_first_board == 0 || on_first_board == members) return 0;
    // Whoever sits on the board with fewer members has most of them across.
    const std::uint64_t across = std::max(on_first_board, members - on_first_board);
    return static_cast<double>(across) / static_cast<double>(members - 1);
}

InsideRate inside_switched(const DomainKind& kind, double across) {
    const BytesPerSecond own_board = kind.nvlink_per_gpu();
    if (across <= 0) return {own_board, kind.scale_up.link.latency * 2.0};
    // The first and the last GPU of a domain sit on different boards.
    const Route trunk = nvlink_route(kind, 0, kind.gpus() - 1);
    // In this form a larger share across never rounds to a higher rate.
    const BytesPerSecond lost = own_board - std::min(own_board, trunk.share);
    return {own_board - lost * across, trunk.latency};
}

InsideRate inside_mesh(const DomainKind& kind, std::uint64_t members) {
    const ScaleUp& up = kind.scale_up;
    return {up.link.bandwidth * (up.links_per_pair * static_cast<double>(members - 1)), up.link.latency};
}

}  // namespace railyard
