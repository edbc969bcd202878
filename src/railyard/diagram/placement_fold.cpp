#include "railyard/diagram/placement_fold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/domain_words.hpp"
#include "railyard/placement/hop_walk.hpp"

namespace railyard::diagram {
namespace {

constexpr std::size_t most_full = 8;
constexpr std::size_t most_thumbnails = 1200;
constexpr std::size_t most_joined = 300;  // thumbnails with hops between them

// Of each kind of domain that holds ranks the first of those that look alike most often; where none does, of
// the first kind.
void open_typical(const PlacementView& view, std::set<std::uint32_t>& full) {
    std::map<std::uint32_t, const AlikeDomains*> most;  // by kind
    for (const AlikeDomains& alike : view.alike) {
        const DomainTiles& first = view.domains[alike.members.front()];
        if (first.count(TileState::rank) == 0) continue;
        const AlikeDomains*& known = most[first.domain.kind];
        if (known == nullptr || known->members.size() < alike.members.size()) known = &alike;
    }
    for (const auto& [kind, alike] : most) full.insert(alike->members.front());
    if (full.empty()) full.insert(0);
}

// Of each state that no domain in full has, the first domain that has it.
void open_states(const PlacementView& view, std::set<std::uint32_t>& full) {
    for (const TileState state : {TileState::idle, TileState::spare, TileState::unavailable}) {
        const auto has = [&](std::uint32_t d) { return view.domains[d].count(state) > 0; };
        if (std::any_of(full.begin(), full.end(), has)) continue;
        for (const AlikeDomains& alike : view.alike) {
            if (!has(alike.members.front())) continue;
            full.insert(alike.members.front());
            break;
        }
    }
}

// In the order of the group.
std::vector<std::uint32_t> domains_of_hops(const PlacementPicture& picture) {
    std::vector<std::uint32_t> joined;
    if (!picture.hops) return joined;
    const RankGrid grid(picture.layout.order, picture.layout.degrees);
    std::set<std::uint32_t> seen;
    for (const RankId rank : group_members(grid, picture.hops->dimension, picture.hops->number).ranks) {
        const std::uint32_t domain = picture.topology.place(picture.placement.gpu_of[rank]).domain.value();
        if (seen.insert(domain).second) joined.push_back(domain);
    }
    return joined;
}

std::string counted_of(const Topology& topology, const PlacementView& view,
                       const std::vector<std::uint32_t>& domains) {
    OfKinds numbers(topology.kinds().size(), 0);
    for (const std::uint32_t d : domains) ++numbers[view.domains[d].domain.kind];
    return counted_domains(topology, numbers, Unit::domains);
}

// In the order in which the group comes to them: most lines then lead to a neighbour.
ThumbnailRows of_group(const Topology& topology, const PlacementView& view,
                       const std::vector<std::uint32_t>& joined) {
    ThumbnailRows rows{
        ThumbnailsOf::group,
        fmt::format("The {} that the hops join, in the group's order", counted_of(topology, view, joined)),
        {}};
    for (const std::uint32_t d : joined) {
        if (rows.thumbnails.size() < most_joined) rows.thumbnails.push_back({d});
    }
    if (rows.thumbnails.size() < joined.size())
        rows.title += fmt::format(", the first {} of them", grouped(rows.thumbnails.size()));
    rows.title += "; ranks of the group in colour";
    return rows;
}

// Every domain, those that look alike once.
ThumbnailRows of_all(const PlacementPicture& picture, const PlacementView& view) {
    ThumbnailRows rows;
    std::vector<std::uint32_t> all;
    for (std::uint32_t d = 0; d < view.domains.size(); ++d) all.push_back(d);
    rows.title = "All " + counted_of(picture.topology, view, all);
    const bool folds = view.alike.size() < all.size();
    rows.what = folds ? ThumbnailsOf::kinds : ThumbnailsOf::domains;
    // Where colours repeat, other ranks may be alike.
    const bool repeats = picture.layout.degrees.of(picture.colour) > most_colours;
    rows.title += folds ? fmt::format(", {} once: how many there are, and the number of the first",
                                      repeats ? "those of the same colours" : "alike ones")
                        : ", by number";
    for (const AlikeDomains& alike : view.alike) {
        if (rows.thumbnails.size() < most_thumbnails)
            rows.thumbnails.push_back({alike.members.front(), alike.members.size()});
    }
    if (rows.thumbnails.size() < view.alike.size())
        rows.title += fmt::format(" (the first {} of {} that differ)", grouped(rows.thumbnails.size()),
                                  grouped(view.alike.size()));
    return rows;
}

}  // namespace

PlacementFold fold_of(const PlacementPicture& picture, const PlacementView& view) {
    PlacementFold fold;
    const std::size_t count = view.domains.size();
    if (count <= most_full) {
        for (std::uint32_t d = 0; d < count; ++d) fold.full.insert(d);
        return fold;
    }
    for (const DomainId wanted : picture.unfold) {
        if (wanted.value() < count) fold.full.insert(wanted.value());
    }
    const std::vector<std::uint32_t> joined = domains_of_hops(picture);
    if (joined.size() > most_full) {
        fold.full.insert(joined.front());
        open_states(view, fold.full);
        fold.rows.push_back(of_group(picture.topology, view, joined));
    } else if (!joined.empty()) {
        fold.full.insert(joined.begin(), joined.end());
    } else {
        open_typical(view, fold.full);
        open_states(view, fold.full);
    }
    fold.rows.push_back(of_all(picture, view));
    return fold;
}

}  // namespace railyard::diagram
