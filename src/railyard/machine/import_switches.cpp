#include "railyard/machine/import_switches.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "railyard/machine/merge.hpp"

namespace railyard::machine {
namespace {

bool same_switches(const std::vector<LinksTo>& a, const std::vector<LinksTo>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const LinksTo& x, const LinksTo& y) { return x.device == y.device; });
}

bool any_shared(const std::vector<LinksTo>& a, const std::vector<LinksTo>& b) {
    return std::any_of(a.begin(), a.end(), [&](const LinksTo& x) {
        return std::any_of(b.begin(), b.end(), [&](const LinksTo& y) { return x.device == y.device; });
    });
}

}  // namespace

std::optional<SwitchSpread> spread_over_switches(const ObservedHost& host, std::uint32_t usual) {
    const std::vector<std::size_t> order = gpu_order(host);
    const std::size_t half = order.size() / 2;
    // Of the first GPU with links, and of the first whose switches are others.
    std::vector<const std::vector<LinksTo>*> boards;
    std::array<std::set<std::size_t>, 2> boards_of_half;
    SwitchSpread spread;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const ObservedGpu& gpu = host.gpus[order[i]];
        if (gpu.lanes.value_or(usual) < usual) continue;  // it lost some
        if (!gpu.to_switches.known()) {
            if (gpu.lanes.value_or(1) > 0) return std::nullopt;
            continue;
        }
        const std::vector<LinksTo>& links = *gpu.to_switches.value;
        std::size_t board = 0;
        while (board < boards.size() && !same_switches(*boards[board], links)) ++board;
        if (board == boards.size()) boards.push_back(&links);
        if (boards.size() > 2 || links.size() != boards.front()->size()) return std::nullopt;
        boards_of_half.at(i < half ? 0 : 1).insert(board);
        if (spread.links.empty())
            for (const LinksTo& it : links) spread.links.push_back(it.lanes);
        for (std::size_t k = 0; k < links.size(); ++k)
            spread.links[k] = std::min(spread.links[k], links[k].lanes);
    }
    if (std::count(spread.links.begin(), spread.links.end(), 0U) > 0) return std::nullopt;
    if (boards.empty() || boards.size() * spread.links.size() != host.switches.size()) return std::nullopt;
    spread.boards = static_cast<std::uint32_t>(boards.size());
    if (spread.boards == 1) return spread;
    const bool halves =
        order.size() % 2 == 0 && boards_of_half[0].size() == 1 && boards_of_half[1].size() == 1;
    return halves && !any_shared(*boards[0], *boards[1]) ? std::optional(spread) : std::nullopt;
}

}  // namespace railyard::machine
