#include "railyard/placement/inside_rates.hpp"

#include <algorithm>
#include <cmath>

#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

// Rings that use the link between two CPUs one way at once: each group crosses it once, and no more than the
// GPUs of a CPU send over it.
double crossing_rings(const DomainKind& kind, std::size_t members) {
    const double groups = std::floor(kind.gpus() / static_cast<double>(members));
    const double senders = static_cast<double>(kind.servers.gpus) / kind.servers.cpus;
    return std::max(1.0, std::min(groups, senders));
}

// One member of a server, without the latency of pairs that it is not in.
InsideRate of_member(const DomainKind& kind, const std::vector<std::uint32_t>& members, std::uint32_t own) {
    InsideRate found;
    found.pcie = kind.servers.gpu_to_cpu().bandwidth;
    BytesPerSecond ring = found.pcie;
    std::uint32_t on_other_cpus = 0;
    for (const std::uint32_t mate : members) {
        if (mate == own) continue;
        const Route route = route_inside(kind, own, mate);
        found.latency = std::max(found.latency, route.latency);
        if (route.reach == Reach::nvlink()) {
            found.rate += route.share;
            continue;
        }
        found.pcie = std::min(found.pcie, route.share);
        ++found.mates_by_pcie;
        if (kind.cpu_of(own) == kind.cpu_of(mate)) continue;
        ring = std::min(ring, kind.servers.cpu_link.bandwidth / crossing_rings(kind, members.size()));
        ++on_other_cpus;
    }
    if (found.rate.raw() == 0) {
        found.rate = ring;
        found.mates_by_pcie = on_other_cpus;
    }
    return found;
}

}  // namespace

InsideRate poorer(const InsideRate& one, const InsideRate& other) {
    InsideRate found;
    found.rate = std::min(one.rate, other.rate);
    found.latency = std::max(one.latency, other.latency);
    found.mates_by_pcie = std::max(one.mates_by_pcie, other.mates_by_pcie);
    if (one.mates_by_pcie == 0 || other.mates_by_pcie == 0) {
        found.pcie = one.mates_by_pcie == 0 ? other.pcie : one.pcie;
    } else {
        found.pcie = std::min(one.pcie, other.pcie);
    }
    return found;
}

double share_across_boards(std::uint64_t members, std::uint64_t on_first_board) {
    if (on_first_board == 0 || on_first_board == members) return 0;
    // Whoever sits on the board with fewer members has most of them across.
    const std::uint64_t across = std::max(on_first_board, members - on_first_board);
    return static_cast<double>(across) / static_cast<double>(members - 1);
}

InsideRate inside_switched(const DomainKind& kind, double across) {
    const BytesPerSecond own_board = kind.nvlink_per_gpu();
    if (across <= 0) return {own_board, kind.scale_up.link.latency * 2.0, 0, {}};
    // The first and the last GPU of a domain sit on different boards.
    const Route trunk = route_inside(kind, 0, kind.gpus() - 1);
    // In this form a larger share across never rounds to a higher rate.
    const BytesPerSecond lost = own_board - std::min(own_board, trunk.share);
    return {own_board - lost * across, trunk.latency, 0, {}};
}

InsideRate inside_mesh(const DomainKind& kind, std::uint64_t members) {
    const ScaleUp& up = kind.scale_up;
    const double links = up.links_per_pair * static_cast<double>(members - 1);
    return {up.link.bandwidth * links, up.link.latency, 0, {}};
}

InsideRate inside_server(const DomainKind& kind, const std::vector<std::uint32_t>& members) {
    InsideRate found = of_member(kind, members, members.front());
    for (std::size_t m = 1; m < members.size(); ++m)
        found = poorer(found, of_member(kind, members, members[m]));
    if (found.mates_by_pcie == 0) found.pcie = {};
    return found;
}

InsideRate inside_rate(const DomainKind& kind, const std::vector<std::uint32_t>& members) {
    switch (kind.scale_up.kind) {
        case ScaleUpKind::switched: {
            const auto on_first = std::count_if(members.begin(), members.end(), [&](std::uint32_t member) {
                return kind.board_of(member) == 0;
            });
            return inside_switched(kind,
                                   share_across_boards(members.size(), static_cast<std::uint64_t>(on_first)));
        }
        case ScaleUpKind::mesh:
            return inside_mesh(kind, members.size());
        case ScaleUpKind::links:
        case ScaleUpKind::none:
            break;
    }
    return inside_server(kind, members);
}

}  // namespace railyard
