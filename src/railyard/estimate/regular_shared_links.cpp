#include "railyard/estimate/regular_shared_links.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "railyard/network/shared_ways.hpp"
#include "railyard/placement/regular_groups.hpp"

namespace railyard {
namespace {

// What of the job stands for all of it, in positions.
struct Window {
    std::uint64_t ranks = 0;  // hops of those from 0 on
    // Groups lie in it whole; else it is a part of each, and the rest of a group is the same again.
    bool holds_groups = true;
    std::uint64_t firsts = 0;  // groups whose first member is below
    // So many times as many groups cross a way up from each tier's units as those.
    std::vector<std::uint64_t> times;
};

// What lies below each tier that a hop may pass: the ranks of a domain, then of the spans of the tier below;
// 0: of all.
std::vector<std::uint64_t> units_of(const RegularPlacement& placement, Reach farthest) {
    std::vector<std::uint64_t> units = {placement.ranks_in_domain};
    for (std::size_t t = 0; t < farthest.tier(); ++t) units.push_back(placement.ranks_in_span[t]);
    for (std::uint64_t& unit : units)
        if (unit >= placement.positions) unit = 0;
    return units;
}

// Within a step of a group's highest digit a turn of the ranks by `firsts` takes groups and links to others,
// or leaves links where they are that hold the step whole: those carry all the groups that it goes through.
// With gaps the turn is one by whole blocks.
void look_within(const AxisSet& own, const std::vector<std::uint64_t>& units, const Spacing& spacing,
                 Window& window) {
    const std::uint64_t step = own[own.count() - 1].stride;
    window.firsts = step;
    window.times.assign(units.size(), 1);
    std::uint64_t turn = std::max<std::uint64_t>(1, spacing.pitch());
    if (own.count() > 1)
        turn = std::max(turn, std::uint64_t{own[own.count() - 2].stride} * own[own.count() - 2].size);
    for (const std::uint64_t unit : units) {
        if (unit == 0 || unit % step == 0) continue;
        if (step % unit != 0) return;
        turn = std::lcm(turn, unit);
    }
    window.firsts = turn;
    for (std::size_t t = 0; t < units.size(); ++t)
        if (units[t] % step == 0) window.times[t] = step / turn;
}

std::optional<Window> window_of(const RegularGroups& groups, const std::vector<std::uint64_t>& units,
                                const RegularPlacement& placement, Dimension dimension) {
    const AxisSet& own = groups.own();
    if (own.count() == 0) return std::nullopt;
    const Axis top = own[own.count() - 1];
    const Spacing& spacing = placement.spacing;
    // Groups lie within blocks of so many positions, in each block alike.
    const std::uint64_t block = std::max(std::uint64_t{top.stride} * top.size, spacing.pitch());
    const auto fits = [&](std::uint64_t unit) { return unit == 0 || block % unit == 0 || unit % block == 0; };
    Window window;
    if (top.stride >= spacing.pitch() && std::all_of(units.begin(), units.end(), fits)) {
        look_within(own, units, spacing, window);
        window.ranks = block;
        if (dimension == Dimension::ep) return window;
        // A step of the highest digit takes rings to themselves, and chains but for their last member, whose
        // links carry less than those before it.
        window.ranks = top.stride;
        for (const std::uint64_t unit : units)
            if (unit != 0 && unit < block) window.ranks = std::lcm(window.ranks, unit);
        window.holds_groups = window.ranks == block;
        return window;
    }
    window.ranks = block;
    for (const std::uint64_t unit : units)
        if (unit != 0) window.ranks = std::lcm(window.ranks, unit);
    // Where nothing repeats, the window is the job.
    const std::uint64_t all = placement.positions_with_gaps();
    if (all % window.ranks != 0) window.ranks = all;
    window.firsts = window.ranks;
    window.times.assign(units.size(), 1);
    return window;
}

// Below the lowest step of a group all ranks begin groups, and those of a block that lie in the same units
// from the first member on do so to the last.
std::uint64_t alike_in(const Window& window, const AxisSet& own, const std::vector<std::uint64_t>& units,
                       const Spacing& spacing) {
    std::uint64_t alike = std::gcd(std::gcd(std::uint64_t{own[0].stride}, window.firsts), spacing.block());
    for (const std::uint64_t unit : units) alike = std::gcd(alike, unit);
    return alike;
}

class RegularSharedLinks {
  public:
    RegularSharedLinks(const Topology& topology, const RegularPlacement& placement,
                       const RegularGroups& groups, Window window, std::vector<std::uint64_t> units,
                       Dimension dimension)
        : topology_(topology),
          placement_(placement),
          groups_(groups),
          window_(std::move(window)),
          units_(std::move(units)),
          dimension_(dimension),
          offsets_(groups.offsets()),
          at_hand_(units_.size()),
          links_(units_.size()),
          gpus_in_domain_(topology.domain(DomainId(0)).gpus),
          nic_share_(topology.kinds().front().nic_share().raw()) {
        alike_ = alike_in(window_, groups.own(), units_, placement.spacing);
        for (std::uint64_t& times : window_.times) times *= alike_;
    }

    BytesPerSecond rate() {
        add_groups(0, 0);
        return bytes_per_second(ways_.least(nic_share_));
    }

  private:
    // First members, digit by digit.
    void add_groups(std::size_t axis, std::uint64_t first) {
        const AxisSet& bases = groups_.bases();
        if (axis == bases.count()) {
            if (first % alike_ == 0) add_group(first);
            return;
        }
        const std::uint64_t block = std::uint64_t{bases[axis].stride} * bases[axis].size;
        if (alike_ % block == 0) return add_groups(axis + 1, first);
        for (std::uint64_t digit = 0; digit < bases[axis].size; ++digit) {
            const std::uint64_t next = first + digit * bases[axis].stride;
            if (next >= window_.firsts) return;
            add_groups(axis + 1, next);
        }
    }

    [[nodiscard]] std::uint64_t unit(std::uint64_t rank, std::size_t tier) const {
        return units_[tier] == 0 ? 0 : rank / units_[tier];
    }
    // Members of the group that begins with rank `first` in the unit of member `m`, asked for one member
    // after the other.
    std::size_t beside(std::uint64_t first, std::size_t m, std::size_t tier) {
        if (units_[tier] == 0) return offsets_.size();
        UnitAtHand& unit = at_hand_[tier];
        const std::uint64_t member = first + offsets_[m];
        if (m > 0 && member < unit.end) return unit.members;
        unit.end = (member / units_[tier] + 1) * units_[tier];
        std::size_t next = m + 1;
        while (next < offsets_.size() && first + offsets_[next] < unit.end) ++next;
        unit.members = next - m;
        return unit.members;
    }

    std::uint32_t link(std::uint64_t rank, std::size_t tier) {
        const std::uint64_t from = unit(rank, tier);
        std::vector<std::uint32_t>& known = links_[tier];
        if (from >= known.size()) known.resize(from + 1, no_link);
        if (known[from] != no_link) return known[from];
        const std::uint64_t domains = tier == 0 ? 1 : units_[tier] / placement_.ranks_in_domain;
        double ratio = 1;
        for (std::size_t t = 0; t <= tier; ++t) ratio *= topology_.network().tiers[t].oversubscription;
        known[from] = ways_.add(nic_share_ * static_cast<double>(domains * gpus_in_domain_) / ratio);
        return known[from];
    }

    // Domain by domain: members in one stand next to each other in the group.
    void add_group(std::uint64_t first) {
        const std::size_t n = offsets_.size();
        for (std::size_t begin = 0; begin < n;) {
            if (!window_.holds_groups && offsets_[begin] >= window_.ranks) return;
            const std::size_t here = beside(first, begin, 0);
            if (here == n) return;
            const std::size_t end = begin + here;
            if (dimension_ == Dimension::ep) {
                add_pairs(first, begin, here);
            } else if (window_.holds_groups || offsets_[end - 1] < window_.ranks) {
                add_way_out(first, end, here);
            }
            begin = end;
        }
    }

    // All members in a domain carry what leaves it for the next; a stage sends by itself, the last one
    // nothing.
    void add_way_out(std::uint64_t first, std::size_t end, std::size_t here) {
        const bool chain = dimension_ == Dimension::pp;
        if (chain && end == offsets_.size()) return;
        const std::uint64_t from = first + offsets_[end - 1];
        const std::uint64_t to = first + offsets_[end % offsets_.size()];
        for (std::size_t t = 0; t < units_.size() && unit(from, t) != unit(to, t); ++t)
            ways_.send(link(from, t), window_.times[t], chain ? 1 : here, 1);
    }

    // Of what a member sends out of its domain, the share that goes beyond each tier.
    void add_pairs(std::uint64_t first, std::size_t begin, std::size_t here) {
        const std::uint64_t n = offsets_.size();
        const std::uint64_t member = first + offsets_[begin];
        for (std::size_t t = 0; t < units_.size(); ++t) {
            const std::uint64_t beyond = n - beside(first, begin, t);
            ways_.send(link(member, t), window_.times[t] * here, beyond, n - here);
        }
    }

    const Topology& topology_;
    const RegularPlacement& placement_;
    const RegularGroups& groups_;
    Window window_;
    std::vector<std::uint64_t> units_;
    Dimension dimension_;
    std::vector<std::uint64_t> offsets_;  // of the members, ascending
    std::uint64_t alike_ = 1;
    struct UnitAtHand {
        std::uint64_t end = 0;
        std::size_t members = 0;
    };
    std::vector<UnitAtHand> at_hand_;  // by tier
    static constexpr std::uint32_t no_link = ~0U;
    std::vector<std::vector<std::uint32_t>> links_;  // by tier and what lies below it
    std::uint64_t gpus_in_domain_;
    double nic_share_;
    SharedWays ways_;
};

}  // namespace

bool is_shared_by_symmetry(const Topology& /*topology*/, const RankGrid& grid,
                           const RegularPlacement& placement, Dimension dimension, Reach farthest) {
    const auto groups = RegularGroups::of(grid, dimension, placement.spacing);
    return groups && window_of(*groups, units_of(placement, farthest), placement, dimension);
}

std::optional<BytesPerSecond> shared_rate(const Topology& topology, const RankGrid& grid,
                                          const RegularPlacement& placement, Dimension dimension,
                                          Reach farthest) {
    const auto groups = RegularGroups::of(grid, dimension, placement.spacing);
    if (!groups) return std::nullopt;
    std::vector<std::uint64_t> units = units_of(placement, farthest);
    const auto window = window_of(*groups, units, placement, dimension);
    if (!window) return std::nullopt;
    return RegularSharedLinks(topology, placement, *groups, *window, std::move(units), dimension).rate();
}

std::optional<BytesPerSecond> KnownShares::rate(const RankGrid& grid, const RegularPlacement& placement,
                                                Dimension dimension, Reach farthest) {
    const auto groups = RegularGroups::of(grid, dimension, placement.spacing);
    if (!groups) return std::nullopt;
    // Chains, all pairs or rings; the ranks that are not the groups' own are those of other groups.
    const std::uint64_t pattern = dimension == Dimension::pp ? 0 : dimension == Dimension::ep ? 1 : 2;
    std::vector<std::uint64_t> key = {pattern,
                                      farthest.tier(),
                                      placement.positions,
                                      placement.ranks_in_domain,
                                      placement.spacing.block(),
                                      placement.spacing.pitch()};
    for (std::size_t a = 0; a < groups->own().count(); ++a) {
        key.push_back(groups->own()[a].stride);
        key.push_back(groups->own()[a].size);
    }
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const auto rate = shared_rate(topology_, grid, placement, dimension, farthest);
    if (rate) known_.emplace(std::move(key), *rate);
    return rate;
}

}  // namespace railyard
