#include "railyard/placement/all_to_all_hops.hpp"

#include <algorithm>
#include <tuple>

namespace railyard {
namespace {

std::uint64_t key_of(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t{high} << 32U) | low;
}

}  // namespace

std::uint64_t AllToAllCounter::count(const GroupRun& run, ReachSlots& slots) {
    const std::uint32_t* cell_of = cells_.of_rank().data();
    members_.resize(run.offsets.size());
    std::uint64_t on_nvlink = 0;
    for (std::uint32_t i = 0; i < run.count; ++i) {
        for (std::size_t j = 0; j < members_.size(); ++j)
            members_[j] = cell_of[run.first + i + run.offsets[j]];
        on_nvlink += count_group(slots);
    }
    return on_nvlink;
}

// The sum of squares over the members with equal keys: ordered pairs, each member with itself included.
template <class Key>
std::uint64_t AllToAllCounter::pairs_with_equal(const std::vector<std::uint32_t>& members, Key key) {
    keys_.clear();
    for (const std::uint32_t cell : members) keys_.push_back(key(cell));
    if (!std::is_sorted(keys_.begin(), keys_.end())) std::sort(keys_.begin(), keys_.end());
    std::uint64_t pairs = 0;
    for (std::size_t begin = 0; begin < keys_.size();) {
        std::size_t end = begin + 1;
        while (end < keys_.size() && keys_[end] == keys_[begin]) ++end;
        pairs += std::uint64_t{end - begin} * (end - begin);
        begin = end;
    }
    return pairs;
}

std::uint64_t AllToAllCounter::pairs_in_domains(const std::vector<std::uint32_t>& members) {
    return pairs_with_equal(members, [&](std::uint32_t c) { return std::uint64_t{cells_.domain(c)}; });
}

// Pairs in one domain go to nvlink or pcie; returns how many ordered pairs those are, without a member with
// itself.
std::uint64_t AllToAllCounter::inside_domains(ReachSlots& slots) {
    const std::uint64_t inside = pairs_in_domains(members_) - members_.size();
    if (cells_.nvlink_everywhere()) {
        slots[nvlink_slot] += inside;
        return inside;
    }
    // Some kind has listed links or none: look at the pairs of each domain, which is a single server.
    std::vector<std::uint32_t> by_domain = members_;
    std::sort(by_domain.begin(), by_domain.end(),
              [&](std::uint32_t a, std::uint32_t b) { return cells_.domain(a) < cells_.domain(b); });
    for (std::size_t i = 0; i < by_domain.size(); ++i) {
        for (std::size_t j = i + 1;
             j < by_domain.size() && cells_.domain(by_domain[i]) == cells_.domain(by_domain[j]); ++j) {
            slots[cells_.nvlink_inside(by_domain[i], by_domain[j]) ? nvlink_slot : pcie_slot] += 2;
        }
    }
    return inside;
}

// Ordered pairs with equal keys whose classes reach each other's rail. Within a key classes are counted, not
// pairs.
template <class Key>
std::uint64_t AllToAllCounter::relayed_pairs_with_equal(Key key) {
    classes_.clear();
    for (const std::uint32_t cell : outgoing_) classes_.push_back({key(cell), cells_.relay_class(cell), 1});
    std::sort(classes_.begin(), classes_.end(), [](const ClassCount& a, const ClassCount& b) {
        return std::tie(a.key, a.relay_class) < std::tie(b.key, b.relay_class);
    });
    std::size_t kept = 0;
    for (const ClassCount& next : classes_) {
        if (kept > 0 && classes_[kept - 1].key == next.key &&
            classes_[kept - 1].relay_class == next.relay_class) {
            ++classes_[kept - 1].members;
        } else {
            classes_[kept++] = next;
        }
    }
    classes_.resize(kept);
    std::uint64_t pairs = 0;
    for (std::size_t a = 0; a < kept; ++a) {
        if (cells_.relayed(classes_[a].relay_class, classes_[a].relay_class)) {
            pairs += classes_[a].members * classes_[a].members;
        }
        for (std::size_t b = a + 1; b < kept && classes_[b].key == classes_[a].key; ++b) {
            if (cells_.relayed(classes_[a].relay_class, classes_[b].relay_class)) {
                pairs += 2 * classes_[a].members * classes_[b].members;
            }
        }
    }
    return pairs;
}

// Ordered pairs of different domains that meet at a tier or below it. `in_domains`: pairs of one domain, each
// member with itself included.
std::uint64_t AllToAllCounter::pairs_meeting(std::size_t tier, std::uint64_t in_domains) {
    const auto span = [&](std::uint32_t c) { return std::uint64_t{cells_.span(tier, c)}; };
    const auto domain_and_span = [&](std::uint32_t c) {
        return key_of(cells_.domain(c), cells_.span(tier, c));
    };
    if (tier == 0 && cells_.tiers() > 1 && cells_.rails_matter()) {
        return relayed_pairs_with_equal(span) - relayed_pairs_with_equal(domain_and_span);
    }
    // A domain mostly lies in one span.
    if (cells_.spans_cut_domains()) in_domains = pairs_with_equal(outgoing_, domain_and_span);
    return pairs_with_equal(outgoing_, span) - in_domains;
}

std::uint64_t AllToAllCounter::count_group(ReachSlots& slots) {
    const std::uint64_t n = members_.size();
    const std::uint64_t nvlink_before = slots[nvlink_slot];
    const std::uint64_t inside = inside_domains(slots);
    const bool on_nvlink = slots[nvlink_slot] - nvlink_before == n * (n - 1);
    const std::uint64_t leaving = n * (n - 1) - inside;
    if (leaving == 0) return on_nvlink ? 1 : 0;
    outgoing_.clear();
    for (const std::uint32_t cell : members_) {
        if (cells_.has_way_out(cell)) outgoing_.push_back(cell);
    }
    const std::uint64_t in_domains = outgoing_.size() == n ? inside + n : pairs_in_domains(outgoing_);
    std::uint64_t below = 0;
    for (std::size_t t = 0; t < cells_.tiers() && below < leaving; ++t) {
        const std::uint64_t meet = pairs_meeting(t, in_domains);
        slots[first_tier_slot + t] += meet - below;
        below = meet;
    }
    slots[unreachable_slot] += leaving - below;
    return on_nvlink ? 1 : 0;
}

}  // namespace railyard
