#include "railyard/machine/import_links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace railyard::machine {
namespace {

// What a topology file may state of one switch or pair; beyond it a source is nonsense.
constexpr std::uint32_t most_written = 1000;

bool joined_by_untold_number(const ObservedPair& pair) {
    return pair.path.value == Path::nvlink && !pair.lanes.known() && !pair.nvlink_peak.known();
}

}  // namespace

Links links_of(const ObservedHost& host) {
    Links links;
    links.order = gpu_order(host);
    const std::size_t n = links.order.size();
    links.lanes.resize(n);
    links.pairs.assign(n, std::vector<std::optional<std::uint32_t>>(n));
    for (std::size_t a = 0; a < n; ++a) {
        const ObservedGpu& gpu = host.gpus[links.order[a]];
        if (gpu.lanes.known()) links.lanes[a] = std::min(*gpu.lanes.value, most_written);
        if (gpu.lanes.known()) links.from = gpu.lanes.from;
        for (std::size_t b = 0; b < n; ++b) {
            if (a == b) continue;
            const ObservedPair& between = host.pair(links.order[a], links.order[b]);
            const Fact<std::uint32_t>& pair = between.lanes;
            if (joined_by_untold_number(between)) {
                links.pairs[a][b] = 1;
                links.from = links.from.is_none() ? between.path.from : links.from;
                links.anything = links.pairs_without_number = true;
            }
            if (pair.known()) links.pairs[a][b] = std::min(*pair.value, most_written);
            if (pair.known() && links.from.is_none()) links.from = pair.from;
            links.anything = links.anything || pair.value_or(0) > 0;
        }
        links.anything = links.anything || gpu.lanes.value_or(0) > 0;
    }
    return links;
}

std::optional<std::uint32_t> lanes_between(const Links& links, std::uint32_t a, std::uint32_t b) {
    const auto& there = links.pairs[a][b];
    const auto& back = links.pairs[b][a];
    if (there && back) return std::min(*there, *back);
    return there ? there : back;
}

bool is_out(const ImportedPart& part, std::uint32_t server, std::uint32_t gpu) {
    return std::count(part.unavailable.begin(), part.unavailable.end(), std::pair(server, gpu)) > 0;
}

void leave_out(const Observed& observed, std::size_t host, std::uint32_t server, std::uint32_t gpu,
               const std::string& what, ImportedPart& part) {
    part.unavailable.emplace_back(server, gpu);
    part.notes.push_back(fmt::format("{} of {} {}: written as unavailable, so that no job counts on it",
                                     gpu_label(observed.hosts[host], gpu_order(observed.hosts[host])[gpu]),
                                     host_label(observed, host), what));
}

}  // namespace railyard::machine
