#include "tests/support/plain_ranks.hpp"

#include <algorithm>

namespace railyard::test {
namespace {

constexpr std::array dense = {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp};

// Size of every entry of the order: that of its tile, or what the tiles of its dimension leave.
std::vector<std::uint32_t> entry_sizes(const PlainJob& job) {
    std::vector<std::uint32_t> sizes;
    for (const OrderItem& item : job.order) {
        std::uint32_t left = job.degrees.of(item.dimension);
        for (const OrderItem& other : job.order) {
            if (other.dimension == item.dimension && other.tile) left /= *other.tile;
        }
        sizes.push_back(item.tile ? *item.tile : left);
    }
    return sizes;
}

}  // namespace

PlainRanks::PlainRanks(PlainJob job) : job_(std::move(job)) {
    const Degrees& degrees = job_.degrees;
    const auto sizes = entry_sizes(job_);
    const std::uint32_t ranks = degrees.tp * degrees.cp * degrees.pp * degrees.dp;
    std::vector<std::uint32_t> met_in_stage(degrees.pp, 0);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        std::array<std::uint32_t, dimension_count> coordinates{};
        std::array<std::uint32_t, dimension_count> worth;
        worth.fill(1);
        std::vector<std::uint32_t> digits;
        std::uint32_t rest = rank;
        for (std::size_t entry = 0; entry < sizes.size(); ++entry) {
            const auto d = static_cast<std::size_t>(job_.order[entry].dimension);
            digits.push_back(rest % sizes[entry]);
            rest /= sizes[entry];
            coordinates[d] += digits.back() * worth[d];
            worth[d] *= sizes[entry];
        }
        // Experts cut the ranks of a stage again, in the order in which they are met.
        std::uint32_t number = met_in_stage[coordinates[static_cast<std::size_t>(Dimension::pp)]]++;
        coordinates[static_cast<std::size_t>(Dimension::etp)] = number % degrees.etp;
        number /= degrees.etp;
        coordinates[static_cast<std::size_t>(Dimension::ep)] = number % degrees.ep;
        coordinates[static_cast<std::size_t>(Dimension::edp)] = number / degrees.ep;
        coordinates_.push_back(coordinates);
        digits_.push_back(digits);
    }
}

std::vector<PlainGroup> PlainRanks::groups(Dimension d) const {
    std::vector<Dimension> others;
    if (std::find(dense.begin(), dense.end(), d) != dense.end()) {
        others.assign(dense.begin(), dense.end());
    } else {
        others = {Dimension::pp, Dimension::etp, Dimension::ep, Dimension::edp};
    }
    others.erase(std::find(others.begin(), others.end(), d));
    std::map<std::vector<std::uint32_t>, PlainGroup> by_others;
    for (std::uint32_t rank = 0; rank < count(); ++rank) {
        std::vector<std::uint32_t> key;
        for (const Dimension other : others) key.push_back(coordinate(rank, other));
        PlainGroup& group = by_others[key];
        group.ranks.push_back(rank);
        group.stage = d == Dimension::pp ? 0 : coordinate(rank, Dimension::pp);
    }
    std::vector<PlainGroup> groups;
    for (auto& [key, group] : by_others) {
        std::sort(group.ranks.begin(), group.ranks.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return coordinate(a, d) < coordinate(b, d); });
        groups.push_back(group);
    }
    return groups;
}

std::vector<PlainGroup> PlainRanks::groups_of_entries(const std::vector<bool>& marked) const {
    std::map<std::vector<std::uint32_t>, PlainGroup> by_rest;
    for (std::uint32_t rank = 0; rank < count(); ++rank) {
        std::vector<std::uint32_t> key = digits_[rank];
        for (std::size_t entry = 0; entry < key.size(); ++entry) {
            if (marked[entry]) key[entry] = 0;
        }
        by_rest[key].ranks.push_back(rank);
    }
    std::vector<PlainGroup> groups;
    for (const auto& [key, group] : by_rest) groups.push_back(group);
    return groups;
}

std::vector<PlainGroup> PlainRanks::kept_groups(const OrderItem& item) const {
    if (item.tile) {
        std::vector<bool> marked;
        for (const OrderItem& entry : job_.order) marked.push_back(entry == item);
        return groups_of_entries(marked);
    }
    if (item.dimension != Dimension::ep) return groups(item.dimension);
    // etp comes with ep: ranks of one stage that hold the same experts' copy.
    std::map<std::pair<std::uint32_t, std::uint32_t>, PlainGroup> by_copy;
    for (std::uint32_t rank = 0; rank < count(); ++rank) {
        by_copy[{coordinate(rank, Dimension::pp), coordinate(rank, Dimension::edp)}].ranks.push_back(rank);
    }
    std::vector<PlainGroup> groups;
    for (const auto& [key, group] : by_copy) groups.push_back(group);
    return groups;
}

std::uint32_t PlainRanks::block() const {
    std::vector<PlainGroup> kept;
    for (const OrderItem& item : job_.rules.keep) {
        for (auto& group : kept_groups(item)) kept.push_back(std::move(group));
    }
    for (std::uint32_t size = 1; size < count(); ++size) {
        if (count() % size != 0) continue;
        const bool all_whole = std::all_of(kept.begin(), kept.end(), [&](const PlainGroup& group) {
            return std::all_of(group.ranks.begin(), group.ranks.end(),
                               [&](std::uint32_t rank) { return rank / size == group.ranks.front() / size; });
        });
        if (all_whole) return size;
    }
    return count();
}

std::vector<PlainHop> plain_hops(const PlainGroup& group, Dimension d) {
    const auto& ranks = group.ranks;
    std::vector<PlainHop> hops;
    if (ranks.size() < 2) return hops;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (std::size_t j = 0; j < ranks.size(); ++j) {
            const bool next = j == i + 1;
            const bool wraps = i + 1 == ranks.size() && j == 0;
            if (i == j) continue;
            if (d == Dimension::ep || next || (wraps && d != Dimension::pp))
                hops.push_back({ranks[i], ranks[j]});
        }
    }
    return hops;
}

}  // namespace railyard::test
