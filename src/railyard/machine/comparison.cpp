#include "railyard/machine/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "railyard/machine/merge.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::machine {
namespace {

bool has_bus_ids(const ObservedHost& host) {
    return std::all_of(host.gpus.begin(), host.gpus.end(),
                       [](const ObservedGpu& gpu) { return gpu.pci.known(); });
}

// What tells a GPU apart on servers of one kind: its bus id where all have one, else the names of the NICs
// next to it. In the order of GPUs; empty where something is not told, or two are alike.
std::vector<std::string> marks_of(const ObservedHost& host) {
    std::vector<std::string> marks;
    const bool by_bus_id = has_bus_ids(host);
    for (const std::size_t gpu : gpu_order(host)) {
        std::string mark = by_bus_id ? text_of(*host.gpus[gpu].pci.value) : "";
        for (std::size_t nic = 0; !by_bus_id && nic < host.nics.size(); ++nic) {
            if (is_next_to(host, gpu, nic)) mark += nic_label(host, nic) + " ";
        }
        if (mark.empty() || std::find(marks.begin(), marks.end(), mark) != marks.end()) return {};
        marks.push_back(std::move(mark));
    }
    return marks;
}

// The seats of the GPUs of a server that lacks some, in their order, as a whole server of the same marks has
// them: drivers number what is left anew, in the same order. None where no such server is shown.
std::vector<std::uint32_t> seats_as_on_others(const Observed& observed, std::size_t host,
                                              std::uint32_t seats) {
    const std::vector<std::string> marks = marks_of(observed.hosts[host]);
    for (const ObservedHost& other : observed.hosts) {
        if (marks.empty() || other.gpus.size() != seats) continue;
        const std::vector<std::string> whole = marks_of(other);
        std::vector<std::uint32_t> found;
        for (const std::string& mark : marks) {
            const auto at = std::find(whole.begin(), whole.end(), mark);
            if (at != whole.end()) found.push_back(static_cast<std::uint32_t>(at - whole.begin()));
        }
        if (found.size() != marks.size()) continue;
        // NICs may be swapped as well: those of the GPUs that are left are left, in whatever order.
        if (!has_bus_ids(observed.hosts[host])) std::sort(found.begin(), found.end());
        return found;
    }
    return {};
}

}  // namespace

Comparison::Comparison(const Topology& topology, const Observed& observed, const Match& match,
                       const Meaning& meaning, Findings& findings)
    : topology_(topology),
      observed_(observed),
      match_(match),
      host_(observed.hosts[match.host]),
      kind_(topology.kind_of(match.first_gpu)),
      meaning_(meaning),
      findings_(findings),
      gpu_at_(kind_.servers.gpus) {
    seat_gpus();
}

void Comparison::seat_gpus() {
    const std::vector<std::size_t> order = gpu_order(host_);
    const auto all_below = [&](std::size_t end, std::uint32_t untold) {
        return std::all_of(host_.gpus.begin(), host_.gpus.end(),
                           [&](const ObservedGpu& gpu) { return gpu.index.value_or(untold) < end; });
    };
    // Drivers number what is left anew, so that numbers without a gap tell nothing where some are missing.
    const bool renumbered = order.size() < seats() && all_below(order.size(), 0);
    if (renumbered) {
        const auto seats_seen = seats_as_on_others(observed_, match_.host, seats());
        for (std::size_t i = 0; i < seats_seen.size(); ++i) gpu_at_[seats_seen[i]] = order[i];
        if (!seats_seen.empty()) return;
    }
    if (!renumbered && all_below(seats(), seats())) {
        for (const std::size_t gpu : order) gpu_at_[*host_.gpus[gpu].index.value] = gpu;
        return;
    }
    std::vector<std::uint32_t> there;
    for (std::uint32_t seat = 0; seat < seats(); ++seat) {
        if (is_there(seat)) there.push_back(seat);
    }
    // A server that lacks the GPUs that the topology lacks counts the others through.
    const bool skips = order.size() <= there.size();
    for (std::size_t i = 0; i < order.size() && i < seats(); ++i) gpu_at_[skips ? there[i] : i] = order[i];
    // A list of links that has few of the GPUs was asked for those.
    if (!renumbered || (is_list_of_links(host_) && 2 * order.size() <= seats())) return;
    slack_ = static_cast<std::uint32_t>((skips ? there.size() : seats()) - order.size());
}

std::vector<std::uint32_t> Comparison::seats_of(std::uint32_t seat) const {
    std::vector<std::uint32_t> possible = {seat};
    for (std::uint32_t next = seat + 1; next < seats() && possible.size() <= slack_; ++next) {
        if (is_there(next)) possible.push_back(next);
    }
    return possible;
}

std::vector<GpuId> Comparison::ids_of(std::uint32_t seat) const {
    std::vector<GpuId> ids;
    for (const std::uint32_t possible : seats_of(seat)) ids.push_back(id_of(possible));
    return ids;
}

std::vector<std::uint32_t> Comparison::observed_seats() const {
    std::vector<std::uint32_t> seats_seen;
    for (std::uint32_t seat = 0; seat < seats(); ++seat) {
        if (gpu_at_[seat] && is_there(seat)) seats_seen.push_back(seat);
    }
    return seats_seen;
}

std::optional<std::uint32_t> Comparison::seat_of(std::size_t gpu) const {
    for (std::uint32_t seat = 0; seat < seats(); ++seat) {
        if (gpu_at_[seat] == gpu) return seat;
    }
    return std::nullopt;
}

std::string Comparison::server_place() const {
    const std::string host = host_label(observed_, match_.host);
    return server_name(topology_, match_.first_gpu) +
           (observed_.hosts.size() > 1 || host_.name.known() ? " (" + host + ")" : "");
}

std::string Comparison::gpu_place(std::uint32_t seat) const {
    std::string place = gpu_name(topology_, id_of(seat));
    const std::vector<std::uint32_t> possible = seats_of(seat);
    if (possible.size() > 1)
        place += (possible.size() == 2 ? " or gpu" : " to gpu") + std::to_string(possible.back());
    std::string also;
    if (host_.name.known()) also = *host_.name.value;
    if (gpu_at_[seat] && host_.gpus[*gpu_at_[seat]].pci.known())
        also += (also.empty() ? "" : ", ") + text_of(*host_.gpus[*gpu_at_[seat]].pci.value);
    return also.empty() ? place : place + " (" + also + ")";
}

std::string Comparison::said_by(SourceId source) const {
    return source.is_none() ? "" : " (" + observed_.sources[source.value()].file + ")";
}

std::string Comparison::label(std::uint32_t seat) const {
    return gpu_at_[seat] ? gpu_label(host_, *gpu_at_[seat]) : "GPU " + std::to_string(seat);
}

void Comparison::add_all(const std::vector<Deviation>& deviations) {
    const auto same = [&](const Deviation& a) {
        return a.expected == deviations.front().expected && a.seen == deviations.front().seen &&
               a.severity == deviations.front().severity;
    };
    if (deviations.size() > 1 && deviations.size() == observed_seats().size() &&
        std::all_of(deviations.begin(), deviations.end(), same)) {
        const Deviation& first = deviations.front();
        std::vector<GpuId> ids;
        for (const Deviation& each : deviations) {
            for (const GpuId id : ids_of(each.seat)) ids.push_back(id);
        }
        add({meaning_.weighed(first.severity, ids, first.touches), server_place(),
             "of each GPU: " + first.expected, "of each GPU: " + first.seen + said_by(first.from),
             meaning_.of(ids, first.touches, first.what_one, first.what_many)});
        return;
    }
    for (const Deviation& each : deviations) {
        const std::vector<GpuId> ids = ids_of(each.seat);
        std::string meaning = meaning_.of(ids, each.touches, each.what_one, each.what_many);
        if (!meaning.empty()) meaning += ": " + label(each.seat) + " has " + each.seen;
        add({meaning_.weighed(each.severity, ids, each.touches), gpu_place(each.seat), each.expected,
             each.seen + said_by(each.from), std::move(meaning)});
    }
}

void Comparison::add_pairs(std::vector<PairDeviation> deviations) {
    while (!deviations.empty()) {
        const bool fewer = deviations.front().seen < deviations.front().expected;
        const auto alike = [&](const PairDeviation& it) { return (it.seen < it.expected) == fewer; };
        std::vector<std::uint32_t> pairs_of(seats(), 0);
        for (const PairDeviation& it : deviations) {
            if (!alike(it)) continue;
            ++pairs_of[it.a];
            ++pairs_of[it.b];
        }
        const auto most = std::max_element(pairs_of.begin(), pairs_of.end());
        const auto hub = static_cast<std::uint32_t>(most - pairs_of.begin());
        std::vector<PairDeviation> pairs;
        std::vector<PairDeviation> rest;
        for (const PairDeviation& it : deviations)
            (alike(it) && (it.a == hub || it.b == hub) ? pairs : rest).push_back(it);
        add_pairs_of(hub, pairs);
        deviations = std::move(rest);
    }
}

void Comparison::add_pairs_of(std::uint32_t seat, const std::vector<PairDeviation>& pairs) {
    std::string peers;
    std::uint32_t expected = 0;
    std::uint32_t seen = 0;
    std::vector<std::pair<GpuId, GpuId>> ids;
    for (const PairDeviation& it : pairs) {
        const std::uint32_t peer = it.a == seat ? it.b : it.a;
        peers += (peers.empty() ? "" : ", ") + (guesses_seats() ? label(peer) : "gpu" + std::to_string(peer));
        expected += it.expected;
        seen += it.seen;
        for (const GpuId id : ids_of(seat)) {
            for (const GpuId other : ids_of(peer)) {
                if (id != other) ids.emplace_back(id, other);
            }
        }
    }
    const std::string place = gpu_place(seat) + " - " + peers;
    const bool one = pairs.size() == 1;
    const std::string links = fmt::format("{} NVLink{} between {}", expected, expected == 1 ? "" : "s",
                                          one ? "the two" : "it and these");
    const std::string from = said_by(pairs.front().from);
    if (seen > expected)
        return add(
            {Severity::warning, place, links, std::to_string(seen) + from,
             meaning_.of_pairs(ids, "has more NVLinks than counted", "have more NVLinks than counted")});
    const std::string what =
        seen == 0 ? (one ? "the NVLink of a pair" : fmt::format("the NVLinks of {} pairs", pairs.size()))
        : one     ? "a pair with fewer NVLinks"
                  : fmt::format("{} pairs with fewer NVLinks", pairs.size());
    add({meaning_.matters(ids) ? Severity::mismatch : Severity::warning, place, links,
         fmt::format("{} of {}{}", seen, expected, from),
         meaning_.of_pairs(ids, (seen == 0 ? "loses " : "has ") + what,
                           (seen == 0 ? "lose " : "have ") + what)});
}

}  // namespace railyard::machine
