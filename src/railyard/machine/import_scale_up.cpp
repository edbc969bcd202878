#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "railyard/machine/import_domain.hpp"
#include "railyard/machine/import_links.hpp"
#include "railyard/machine/import_switches.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/merge.hpp"
#include "railyard/machine/most_frequent.hpp"

namespace railyard::machine {
namespace {

// No GPU that is sold has more links: where a matrix shows more to all peers together, they are links into
// switches, seen from every peer again.
constexpr std::uint32_t most_lanes = 18;

constexpr std::uint32_t most_trunk_links = 10000;  // in a topology file

// What NCCL plans with for an NVLink, one way (its src/graph/topo.h), by compute capability.
std::optional<BytesPerSecond> nccl_rate(std::uint32_t sm) {
    if (sm >= 100) return gigabytes_per_second(40.1);
    if (sm >= 90) return gigabytes_per_second(20.6);
    if (sm == 86) return gigabytes_per_second(12);
    if (sm >= 70) return gigabytes_per_second(20);
    return sm >= 60 ? std::optional(gigabytes_per_second(18)) : std::nullopt;
}

std::uint32_t sum_of_pairs(const Links& links, std::size_t a) {
    std::uint32_t sum = 0;
    for (const auto& lanes : links.pairs[a]) sum += lanes.value_or(0);
    return sum;
}

std::uint32_t most_to_a_peer(const Links& links, std::size_t a) {
    std::uint32_t most = 0;
    for (const auto& lanes : links.pairs[a]) most = std::max(most, lanes.value_or(0));
    return most;
}

// How GPUs are joined, as far as anything tells. Untold: links are up, and which GPUs they join is not said.
enum class Joined { switched, direct, untold };

const NvlinkOfGpu* known_nvlink(const std::vector<KnownGpu>& known) {
    return known.empty() || !known.front().nvlink ? nullptr : &*known.front().nvlink;
}

// Of servers that tell how many links a GPU has and not where they go: cards are joined by bridges, and two
// GPUs that alone have links have them to each other.
Joined joined_by_sums(const Observed& observed, const ObservedHost& host, Links& links) {
    std::vector<std::size_t> linked;
    for (std::size_t a = 0; a < links.order.size(); ++a) {
        if (links.lanes[a].value_or(0) > 0) linked.push_back(a);
    }
    const auto known = candidates(host.gpus[links.order[linked.front()]]);
    const NvlinkOfGpu* nvlink = known_nvlink(known);
    const bool on_board = nvlink != nullptr && nvlink->wiring == Wiring::board;
    // A dump of NCCL's names the far end, unless it hides it.
    const bool hidden = !links.from.is_none() && observed.sources[links.from.value()].format == "nccl-topo";
    if (linked.size() == 2 && !on_board) {
        links.pairs[linked[0]][linked[1]] = std::min(*links.lanes[linked[0]], *links.lanes[linked[1]]);
        return Joined::direct;
    }
    const bool cards = nvlink != nullptr && nvlink->wiring == Wiring::bridge;
    return hidden || cards ? Joined::untold : Joined::switched;
}

// Into switches where some are shown, or where peers together see more links than a GPU has. Pairs that only
// follow from sums are filled in.
Joined joined(const Observed& observed, const ObservedHost& host, std::size_t servers, Links& links) {
    if (!host.switches.empty() || servers > 1) return Joined::switched;
    bool pairs_told = false;
    for (std::size_t a = 0; a < links.order.size(); ++a) {
        const std::uint32_t sum = sum_of_pairs(links, a);
        pairs_told = pairs_told || sum > 0;
        const std::uint32_t most = most_lanes_of(host.gpus[links.order[a]]);
        if (sum > std::min(links.lanes[a].value_or(most_lanes), most)) return Joined::switched;
    }
    return pairs_told ? Joined::direct : joined_by_sums(observed, host, links);
}

BytesPerSecond lane_rate(const ObservedHost& host, const ImportedDomain& domain, Origin& origin,
                         std::vector<ImportNote>& notes) {
    for (const ObservedGpu& gpu : host.gpus) {
        const auto known = candidates(gpu);
        if (known.empty() || !known.front().nvlink) continue;
        origin = "nominal, one way; " + std::string(known.front().name);
        return known.front().nvlink->per_lane;
    }
    // That of the GPU that the file names, or of the generation that the stand-in is of.
    const std::string& file = domain.gpu.file;
    const bool fifth = file == "b200" || file == "gb200" || file == "b300" || file == "gb300";
    const double rate = fifth ? 50 : file == "mi300x" ? 64 : 25;
    origin = "NOT TOLD: that of " + file;
    notes.push_back(fmt::format("the rate of an NVLink is not told: {} GB/s is written", rate));
    return gigabytes_per_second(rate);
}

// Links of one GPU into switches; where a list of them is cut off, how many there are is not known.
std::optional<std::uint32_t> switched_lanes(const ObservedHost& host, const Links& links, std::size_t a,
                                            std::uint32_t usual) {
    const std::uint32_t lanes = links.lanes[a].value_or(most_to_a_peer(links, a));
    const Fact<std::uint32_t>& listed = host.gpus[links.order[a]].lanes_listed;
    const bool cut_off = listed.known() && lanes == *listed.value && lanes > 0 && lanes < usual;
    return cut_off ? std::nullopt : std::optional(lanes);
}

// What most GPUs that have any links have: all of their kind are built so. Of two numbers that are as usual,
// the larger.
std::uint32_t usual_lanes(const Observed& observed, const std::vector<std::size_t>& hosts) {
    std::map<std::uint32_t, std::size_t> gpus;
    for (const std::size_t host : hosts) {
        const Links links = links_of(observed.hosts[host]);
        for (std::size_t a = 0; a < links.order.size(); ++a)
            ++gpus[links.lanes[a].value_or(most_to_a_peer(links, a))];
    }
    gpus.erase(0);
    return gpus.empty() ? 0 : most_frequent(gpus);
}

// GPUs with fewer links than usual are unavailable: a topology has no other word for them. Each is told of;
// one that gives errors in place of answers is left to what that says of it.
void leave_out_degraded(const Observed& observed, const std::vector<std::size_t>& hosts, std::uint32_t usual,
                        ImportedPart& part) {
    for (std::uint32_t server = 0; server < hosts.size(); ++server) {
        const ObservedHost& host = observed.hosts[hosts[server]];
        const Links links = links_of(host);
        const auto complains = [](const ObservedGpu& gpu) { return gpu.complaint.known(); };
        const bool all_complain = std::all_of(host.gpus.begin(), host.gpus.end(), complains);
        for (std::uint32_t a = 0; a < links.order.size(); ++a) {
            const auto lanes = switched_lanes(host, links, a, usual);
            if (!lanes || *lanes >= usual) continue;
            if (complains(host.gpus[links.order[a]]) && !all_complain) continue;
            leave_out(
                observed, hosts[server], server, a,
                fmt::format("has {} of {} NVLinks up", *lanes == 0 ? "none" : std::to_string(*lanes), usual),
                part);
        }
    }
}

// Which of two GPUs is at fault when they alone have fewer links into the switches for each other than each
// has for others cannot be told: both are unavailable. Where that is so of most GPUs, the switches are parted
// on purpose.
void leave_out_short_pairs(const Observed& observed, const std::vector<std::size_t>& hosts,
                           std::uint32_t usual, ImportedPart& part) {
    for (std::uint32_t server = 0; server < hosts.size(); ++server) {
        const Links links = links_of(observed.hosts[hosts[server]]);
        const auto n = static_cast<std::uint32_t>(links.order.size());
        std::map<std::uint32_t, std::string> found;
        for (std::uint32_t a = 0; a < n; ++a) {
            for (std::uint32_t b = 0; b < n; ++b) {
                if (a == b || is_out(part, server, a) || is_out(part, server, b)) continue;
                const auto lanes = lanes_between(links, a, b);
                const ObservedHost& host = observed.hosts[hosts[server]];
                if (!lanes || *lanes >= usual || host.gpus[links.order[a]].complaint.known() ||
                    host.gpus[links.order[b]].complaint.known())
                    continue;
                found.try_emplace(a, fmt::format("shows {} of {} NVLinks to {}", *lanes, usual,
                                                 gpu_label(host, links.order[b])));
            }
        }
        if (found.size() * 2 > n) {
            part.notes.push_back(
                fmt::format("most GPUs of {} have fewer NVLinks through the switches to some GPUs than to "
                            "others: written "
                            "as if all reached all",
                            host_label(observed, hosts[server])));
            continue;
        }
        for (const auto& [gpu, what] : found) leave_out(observed, hosts[server], server, gpu, what, part);
    }
}

// Between two boards: as many links as let all GPUs of one send to the other at once.
void trunk_of(ImportedPart& part) {
    ScaleUp& up = part.domain.kind.scale_up;
    const std::uint32_t links = *std::max_element(up.links_per_switch.begin(), up.links_per_switch.end());
    up.trunk_links = std::min(part.domain.kind.servers.gpus / up.boards * links, most_trunk_links);
    part.notes.push_back(
        fmt::format("the links between the NVSwitches of the two boards are not told: {} from each to its "
                    "twin are written, "
                    "which all GPUs of a board together can fill",
                    up.trunk_links));
}

void switched(const Observed& observed, const std::vector<std::size_t>& hosts, ImportedPart& part) {
    ScaleUp& up = part.domain.kind.scale_up;
    up.kind = ScaleUpKind::switched;
    const std::uint32_t usual = usual_lanes(observed, hosts);
    leave_out_degraded(observed, hosts, usual, part);
    leave_out_short_pairs(observed, hosts, usual, part);
    const ObservedHost& host = observed.hosts[hosts.front()];
    const auto seen = static_cast<std::uint32_t>(host.switches.size());
    const auto spread = hosts.size() == 1 ? spread_over_switches(host, usual) : std::nullopt;
    const auto even = [&](std::uint32_t switches) {
        for (std::uint32_t i = 0; i < switches; ++i)
            up.links_per_switch.push_back(usual / switches + (i < usual % switches ? 1 : 0));
    };
    if (spread && seen / spread->boards <= usual) {
        up.switches = seen;
        up.boards = spread->boards;
        up.links_per_switch = spread->links;
        if (std::accumulate(spread->links.begin(), spread->links.end(), 0U) != usual) {
            up.links_per_switch.clear();
            even(seen / spread->boards);
        }
    } else {
        up.switches = seen == 0 || seen > usual ? 1 : seen;
        even(up.switches);
        if (seen == 0) {
            part.domain.scale_up = "switches NOT TOLD: one stands for all";
            part.notes.emplace_back(
                "how many NVSwitches there are is not told: one that stands for all is written");
        }
        if (seen > usual) {
            part.domain.scale_up = fmt::format(
                "{} NVSwitches are seen, how GPUs have links to some is NOT TOLD: one stands for all", seen);
            part.notes.emplace_back(
                "how the NVSwitches are spread over boards is not told: they are written as one");
        }
    }
    if (up.boards > 1) trunk_of(part);
    if (hosts.size() == 1 && part.domain.kind.servers.gpus == 4 && usual == 18)
        part.notes.emplace_back(
            "4 GPUs with 18 NVLinks into switches are a tray of a larger NVLink domain, or a part of a "
            "server");
}

}  // namespace

void import_scale_up(const Observed& observed, const std::vector<std::size_t>& hosts, ImportedPart& part) {
    const ObservedHost& host = observed.hosts[hosts.front()];
    Links links = links_of(host);
    ScaleUp& up = part.domain.kind.scale_up;
    const bool told = std::any_of(host.gpus.begin(), host.gpus.end(),
                                  [](const ObservedGpu& gpu) { return gpu.lanes.known(); }) ||
                      std::any_of(host.pairs.begin(), host.pairs.end(),
                                  [](const ObservedPair& pair) { return pair.lanes.known(); });
    if (!links.anything) {
        part.domain.scale_up = told ? "no link is up" : "NOT TOLD";
        if (!told && host.gpus.size() > 1)
            part.notes.emplace_back(
                "no source tells of NVLinks, so none are written; nvidia-smi topo -m and an NCCL dump do");
        return;
    }
    if (links.order.size() == 1 && hosts.size() == 1) {
        part.domain.scale_up =
            fmt::format("{} NVLinks go to peers that are not seen", links.lanes.front().value_or(0));
        part.domain.assumed.insert(Assumed::scale_up);
        part.notes.emplace_back("NVLinks of a GPU that is seen alone lead to nothing and are left out");
        return;
    }
    part.domain.scale_up = links.from.is_none() ? "" : observed.sources[links.from.value()].file;
    switch (joined(observed, host, hosts.size(), links)) {
        case Joined::switched:
            switched(observed, hosts, part);
            break;
        case Joined::direct:
            import_direct(observed, hosts.front(), links, part);
            break;
        case Joined::untold:
            part.domain.scale_up = "NVLinks are up, which GPUs they join is NOT TOLD";
            part.notes.emplace_back(
                "NVLinks are up, and nothing tells which GPUs they join, so none are written; nvidia-smi "
                "topo -m "
                "tells");
            break;
    }
    if (up.kind == ScaleUpKind::none) return;
    if (links.pairs_without_number)
        part.notes.emplace_back(
            "how many links join two GPUs is not told: 1 is written where they are joined");
    up.link.bandwidth = lane_rate(host, part.domain, part.domain.link, part.notes);
    if (host.gpus.front().sm.known()) up.link.effective = nccl_rate(*host.gpus.front().sm.value);
    up.link.latency = microseconds(0.3);
    if (up.boards > 1) up.trunk = up.link;
}

}  // namespace railyard::machine
