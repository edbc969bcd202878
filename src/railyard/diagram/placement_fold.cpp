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

// The first of the most frequent kind, and the first that has GPUs of another state.
void open_typical(const PlacementView& view, std::set<std::uint32_t>& full) {
    const auto& most =
        *std::max_element(view.alike.begin(), view.alike.end(),
                          [](const auto& a, const auto& b) { return a.members.size() < b.members.size(); });
    full.insert(most.members.front());
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

std::set<std::uint32_t> domains_of_hops(const PlacementPicture& picture) {
    std::set<std::uint32_t> joined;
    if (!picture.hops) return joined;
    const RankGrid grid(picture.layout.order, picture.layout.degrees);
    for (const RankId rank : group_members(grid, picture.hops->dimension, picture.hops->number).ranks)
        joined.insert(picture.topology.place(picture.placement.gpu_of[rank]).domain.value());
    return joined;
}

void add_joined(const std::set<std::uint32_t>& joined, std::size_t others, const std::string& word,
                PlacementFold& fold) {
    for (const std::uint32_t d : joined) {
        if (fold.thumbnails.size() < most_thumbnails) fold.thumbnails.push_back({d});
    }
    fold.hops_on_thumbnails = true;
    fold.title = fmt::format("The {} that the hops join", counted(joined.size(), word));
    if (others > 0) fold.title += fmt::format(" ({} left out)", counted(others, "other"));
    if (fold.thumbnails.size() < joined.size())
        fold.title += fmt::format(", the first {} of them", fold.thumbnails.size());
}

void add_kinds(const PlacementView& view, const std::string& word, PlacementFold& fold) {
    for (const AlikeDomains& alike : view.alike) {
        if (fold.thumbnails.size() < most_thumbnails)
            fold.thumbnails.push_back({alike.members.front(), alike.members.size()});
    }
    fold.by_kind = true;
    fold.title = fmt::format("All {}, alike ones once: how many there are, and the number of the first",
                             counted(view.domains.size(), word));
    if (fold.thumbnails.size() < view.alike.size())
        fold.title += fmt::format(" ({} of {} kinds)", fold.thumbnails.size(), grouped(view.alike.size()));
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
    const std::set<std::uint32_t> joined = domains_of_hops(picture);
    if (joined.size() > most_full) {
        add_joined(joined, count - joined.size(), word, fold);
        return fold;
    }
    fold.full.insert(joined.begin(), joined.end());
    if (joined.empty()) open_typical(view, fold.full);
    if (count > most_thumbnails || view.alike.size() * 4 <= count) {
        add_kinds(view, word, fold);
        return fold;
    }
    for (std::uint32_t d = 0; d < count; ++d) fold.thumbnails.push_back({d});
    fold.title = "All " + counted(count, word) + ", by number";
    return fold;
}

}  // namespace railyard::diagram
