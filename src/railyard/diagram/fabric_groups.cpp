#include "railyard/diagram/fabric_groups.hpp"

#include <algorithm>
#include <compare>
#include <map>
#include <tuple>
#include <utility>

namespace railyard::diagram {
namespace {

struct Key {
    std::uint32_t below = 0;
    std::uint32_t kind = 0;
    std::uint32_t missing = 0;
    auto operator<=>(const Key&) const = default;
};
using Folds = std::map<Key, std::vector<std::uint32_t>>;

// Of one kind in one place, whatever they lack.
Folds whatever_they_lack(const Folds& folds) {
    Folds result;
    for (const auto& [key, members] : folds) {
        const bool all_alike = std::all_of(folds.begin(), folds.end(), [&, &key = key](const auto& other) {
            return other.first.below != key.below || other.first.kind != key.kind ||
                   other.first.missing == key.missing;
        });
        auto& all = result[{key.below, key.kind, all_alike ? key.missing : DomainGroup::various}];
        all.insert(all.end(), members.begin(), members.end());
    }
    for (auto& [key, members] : result) std::sort(members.begin(), members.end());
    return result;
}

// Where domains of one place lack GPUs in more ways than can be drawn, those are one.
Folds joined(Folds folds, std::size_t most) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> ways;
    for (const auto& [key, members] : folds) ways[{key.below, key.kind}] += key.missing > 0 ? 1 : 0;
    Folds result;
    for (auto& [key, members] : folds) {
        Key into = key;
        if (key.missing > 0 && ways[{key.below, key.kind}] > most) into.missing = DomainGroup::various;
        auto& all = result[into];
        all.insert(all.end(), members.begin(), members.end());
    }
    for (auto& [key, members] : result) std::sort(members.begin(), members.end());
    return result;
}

}  // namespace

std::vector<DomainGroup> domain_groups(const std::vector<DomainFacts>& domains,
                                       const std::set<std::uint32_t>& open,
                                       const std::set<std::uint32_t>& open_spans, Economy economy) {
    const auto below = [&](const DomainFacts& domain) {
        return economy < Economy::any_span && open_spans.count(domain.span) > 0 ? domain.span : not_drawn;
    };
    Folds folds;
    std::vector<DomainGroup> groups;
    for (std::uint32_t d = 0; d < domains.size(); ++d) {
        const DomainFacts& domain = domains[d];
        if (open.count(d) > 0) {
            groups.push_back({{d}, below(domain), domain.missing, true});
        } else {
            folds[{below(domain), domain.kind, domain.missing}].push_back(d);
        }
    }
    folds = economy >= Economy::one_fold
                ? whatever_they_lack(folds)
                : joined(std::move(folds), economy < Economy::one_way ? most_groups : 1);
    for (const auto& [key, members] : folds) groups.push_back({members, key.below, key.missing, false});
    const auto kind_of = [&](const DomainGroup& group) { return domains[group.members.front()].kind; };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> first;  // of a kind in a span
    for (const DomainGroup& group : groups) {
        const auto [place, is_new] = first.try_emplace({group.below, kind_of(group)}, group.members.front());
        if (!is_new) place->second = std::min(place->second, group.members.front());
    }
    const auto rank = [&](const DomainGroup& group) {
        return std::tuple(group.below, first.at({group.below, kind_of(group)}), group.members.size() > 1,
                          group.members.front());
    };
    std::sort(groups.begin(), groups.end(),
              [&](const DomainGroup& a, const DomainGroup& b) { return rank(a) < rank(b); });
    return groups;
}

}  // namespace railyard::diagram
