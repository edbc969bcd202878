#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "railyard/machine/import_links.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/most_frequent.hpp"

namespace railyard::machine {
namespace {

// A mesh of equal pairs that a few GPUs lost: one without any link, while at least three others, and more
// than have none, all have links to each other, is unavailable and counts as they do. Cards that bridges join
// may be built so.
void leave_out_of_mesh(const Observed& observed, std::size_t host, const Links& links, std::uint32_t usual,
                       ImportedPart& part) {
    const ObservedHost& it = observed.hosts[host];
    const auto n = static_cast<std::uint32_t>(links.order.size());
    std::vector<std::uint32_t> linked, without;
    for (std::uint32_t a = 0; a < n; ++a) {
        bool any = false;
        bool told = links.lanes[a].has_value() || it.gpus[links.order[a]].complaint.known();
        for (std::uint32_t b = 0; b < n; ++b) {
            if (a == b) continue;
            const auto lanes = lanes_between(links, a, b);
            told = told || lanes.has_value();
            any = any || lanes.value_or(0) > 0;
        }
        if (!told) return;
        (any ? linked : without).push_back(a);
    }
    if (linked.size() < 3 || without.size() >= linked.size()) return;
    const auto known = candidates(it.gpus[links.order[linked.front()]]);
    if (!known.empty() && known.front().nvlink && known.front().nvlink->wiring == Wiring::bridge) return;
    for (const std::uint32_t a : linked) {
        for (const std::uint32_t b : linked) {
            if (a != b && lanes_between(links, a, b).value_or(0) == 0) return;
        }
    }
    for (const std::uint32_t a : without) {
        if (!it.gpus[links.order[a]].complaint.known())
            leave_out(observed, host, 0, a, "has no link to a peer, and the others all have them", part);
        for (const std::uint32_t b : linked)
            part.domain.kind.scale_up.pairs.push_back({std::min(a, b), std::max(a, b), usual});
        for (const std::uint32_t b : without) {
            if (a < b) part.domain.kind.scale_up.pairs.push_back({a, b, usual});
        }
    }
}

// The number that most joined pairs have, of two numbers that are as usual the larger.
std::uint32_t usual_of_pairs(const Links& links) {
    std::map<std::uint32_t, std::size_t> seen;
    for (std::uint32_t a = 0; a < links.order.size(); ++a) {
        for (std::uint32_t b = a + 1; b < links.order.size(); ++b)
            ++seen[lanes_between(links, a, b).value_or(0)];
    }
    seen.erase(0);
    return seen.empty() ? 0 : most_frequent(seen);
}

// Pairs that have fewer links than most of all pairs: a topology can say so, and they are told of.
void tell_short_pairs(const Observed& observed, std::size_t host, const Links& links, std::uint32_t usual,
                      ImportedPart& part) {
    const ObservedHost& it = observed.hosts[host];
    const auto n = static_cast<std::uint32_t>(links.order.size());
    std::vector<ImportNote> notes;
    for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = a + 1; b < n; ++b) {
            const auto told = lanes_between(links, a, b);
            const std::uint32_t lanes = told.value_or(0);
            if (lanes >= usual || is_out(part, 0, a) || is_out(part, 0, b)) continue;
            if (!told && !(links.lanes[a] && links.lanes[b])) continue;  // a matrix that is cut off
            notes.push_back(fmt::format(
                "{} and {} of {} have {} links between them where most pairs have {}: written as seen",
                gpu_label(it, links.order[a]), gpu_label(it, links.order[b]), host_label(observed, host),
                lanes == 0 ? "no" : std::to_string(lanes), usual));
        }
    }
    // As many of them, and it is how the server is built.
    if (notes.size() * 4 < std::size_t{n} * (n - 1))
        part.notes.insert(part.notes.end(), notes.begin(), notes.end());
}

}  // namespace

void import_direct(const Observed& observed, std::size_t host, const Links& links, ImportedPart& part) {
    ScaleUp& up = part.domain.kind.scale_up;
    const auto n = static_cast<std::uint32_t>(links.order.size());
    const std::uint32_t usual = usual_of_pairs(links);
    for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint32_t b = a + 1; b < n; ++b) {
            const std::uint32_t lanes = lanes_between(links, a, b).value_or(0);
            if (lanes > 0) up.pairs.push_back({a, b, lanes});
        }
    }
    if (up.pairs.empty()) return;  // links to peers that are not seen
    leave_out_of_mesh(observed, host, links, usual, part);
    tell_short_pairs(observed, host, links, usual, part);
    const auto as_first = [&](const ScaleUp::Pair& pair) { return pair.count == up.pairs.front().count; };
    if (up.pairs.size() == std::size_t{n} * (n - 1) / 2 &&
        std::all_of(up.pairs.begin(), up.pairs.end(), as_first)) {
        up.kind = ScaleUpKind::mesh;
        up.links_per_pair = up.pairs.front().count;
        up.pairs.clear();
    } else {
        up.kind = ScaleUpKind::links;
    }
}

}  // namespace railyard::machine
