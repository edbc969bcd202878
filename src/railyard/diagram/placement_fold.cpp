#include "railyard/diagram/placement_fold.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/base/figures.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/placement/hop_walk.hpp"

namespace railyard::diagram {
namespace {

constexpr std::size_t most_full = 8;
constexpr std::size_t most_opened = 12;
constexpr std::size_t most_thumbnails = 1200;

std::uint32_t first_of_the_most_frequent_kind(const PlacementView& view) {
    const auto& most =
        *std::max_element(view.alike.begin(), view.alike.end(),
                          [](const auto& a, const auto& b) { return a.members.size() < b.members.size(); });
    return most.members.front();
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

ThumbnailRows of_group(std::vector<std::uint32_t> joined, const std::string& word) {
    ThumbnailRows rows{
        ThumbnailsOf::group, fmt::format("The {} that the hops join", counted(joined.size(), word)), {}};
    std::sort(joined.begin(), joined.end());
    for (const std::uint32_t d : joined) {
        if (rows.thumbnails.size() < most_thumbnails) rows.thumbnails.push_back({d});
    }
    if (rows.thumbnails.size() < joined.size())
        rows.title += fmt::format(", the first {} of them", grouped(rows.thumbnails.size()));
    rows.title += "; ranks of the group in colour";
    return rows;
}

ThumbnailRows of_kinds(const PlacementView& view, const std::string& word) {
    ThumbnailRows rows{ThumbnailsOf::kinds,
                       fmt::format("All {}, alike ones once: how many there are, and the number of the first",
                                   counted(view.domains.size(), word)),
                       {}};
    for (const AlikeDomains& alike : view.alike) {
        if (rows.thumbnails.size() < most_thumbnails)
            rows.thumbnails.push_back({alike.members.front(), alike.members.size()});
    }
    if (rows.thumbnails.size() < view.alike.size())
        rows.title +=
            fmt::format(" ({} of {} kinds)", grouped(rows.thumbnails.size()), grouped(view.alike.size()));
    return rows;
}

ThumbnailRows of_domains(const PlacementView& view, const std::string& word) {
    ThumbnailRows rows{
        ThumbnailsOf::domains, "All " + counted(view.domains.size(), word) + ", by number", {}};
    for (std::uint32_t d = 0; d < view.domains.size(); ++d) rows.thumbnails.push_back({d});
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
        if (wanted.value() < count && fold.full.size() < most_opened) fold.full.insert(wanted.value());
    }
    const std::string word =
        cut_to(picture.topology.kind_of(view.domains.front().domain).domain_word, 120, 13);
    const std::vector<std::uint32_t> joined = domains_of_hops(picture);
    if (joined.size() > most_full) {
        fold.full.insert(joined.front());
        open_states(view, fold.full);
        fold.rows.push_back(of_group(joined, word));
    } else if (!joined.empty()) {
        fold.full.insert(joined.begin(), joined.end());
    } else {
        fold.full.insert(first_of_the_most_frequent_kind(view));
        open_states(view, fold.full);
    }
    const bool by_kind = count > most_thumbnails || view.alike.size() * 4 <= count;
    fold.rows.push_back(by_kind ? of_kinds(view, word) : of_domains(view, word));
    return fold;
}

}  // namespace railyard::diagram
