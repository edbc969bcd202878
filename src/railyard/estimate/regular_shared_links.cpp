#include "railyard/estimate/regular_shared_links.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "railyard/network/shared_ways.hpp"
#include "railyard/placement/group_digits.hpp"
#include "railyard/placement/regular_groups.hpp"

namespace railyard {
namespace {

// What lies below each tier that a hop may pass: the positions of a domain, then of the spans of the tier
// below; 0: all.
std::vector<std::uint64_t> units_of(const RegularPlacement& placement, Reach farthest) {
    std::vector<std::uint64_t> units = {placement.ranks_in_domain};
    for (std::size_t t = 0; t < farthest.tier(); ++t) units.push_back(placement.ranks_in_span[t]);
    for (std::uint64_t& unit : units)
        if (unit >= placement.positions) unit = 0;
    return units;
}

// Groups lie whole in blocks of positions. A way up from a unit (a domain, or a span) carries nothing of
// blocks that lie in the unit, so what counts are the one or two that its ends cut.
class RegularSharedLinks {
  public:
    RegularSharedLinks(const Topology& topology, const RegularPlacement& placement,
                       const RegularGroups& groups, Dimension dimension)
        : topology_(topology),
          placement_(placement),
          digits_(groups.own(), placement.spacing),
          dimension_(dimension) {
        const Spacing& spacing = placement.spacing;
        if (spacing.pitch() != 0 && digits_.block() <= spacing.block()) {
            pitch_ = spacing.pitch();
            filled_ = spacing.block();
        }
        // Neighbours below the lowest step of a group lie in the same units, from member to member.
        alike_ = std::gcd(std::gcd(std::uint64_t{groups.own()[0].stride}, placement.ranks_in_domain),
                          spacing.block());
    }

    BytesPerSecond rate(const std::vector<std::uint64_t>& units) {
        const double nic_share = topology_.kinds()[placement_.kind].nic_share().raw();
        double ratio = 1;
        for (std::size_t t = 0; t < units.size(); ++t) {
            ratio *= topology_.network().tiers[t].oversubscription;
            if (units[t] == 0) continue;
            const std::uint64_t domains = units[t] / placement_.ranks_in_domain;
            capacity_ = nic_share * static_cast<double>(domains * topology_.domain(DomainId(0)).gpus) / ratio;
            look_at(units[t]);
        }
        return bytes_per_second(ways_.least(nic_share));
    }

  private:
    // A part of a block.
    struct Piece {
        std::uint64_t block = 0;  // where it begins
        std::uint64_t from = 0;   // in the block
        std::uint64_t to = 0;
    };

    // All units of one size that may be the fullest, each from one multiple to the next.
    void look_at(std::uint64_t unit) {
        const std::uint64_t all = placement_.positions_with_gaps();
        // Where blocks, and the gaps between them, lie in units as they did from 0 on.
        const std::uint64_t round = std::lcm(pitch_ == 0 ? digits_.block() : pitch_, unit);
        const std::uint64_t repeats = digits_.repeats_after(unit);
        const std::uint64_t turn = std::lcm(repeats, unit);
        const std::uint64_t last = (all - 1) / unit * unit;
        for (std::uint64_t from = 0; from < all;) {
            if (from >= round) from = std::max(from, last);
            const std::uint64_t to = std::min(from + unit, all);
            look_at_unit(from, to);
            const std::uint64_t block = block_at(from);
            const std::uint64_t end = block + digits_.block();
            from += unit;
            // A unit in the middle of a block that has been through what repeats: on to its last one.
            const std::uint64_t first = (block + unit - 1) / unit * unit;
            if (!in_gap(block) && to <= end && from >= first + turn && leaves_alike(to - block))
                from = std::max(from, end / unit * unit);
        }
    }

    // Of chains the first members send the most: all of those before the last step go on.
    [[nodiscard]] bool leaves_alike(std::uint64_t to) const {
        return dimension_ != Dimension::pp || to + digits_.top_step() <= digits_.block();
    }

    [[nodiscard]] bool in_gap(std::uint64_t position) const {
        return pitch_ != 0 && position % pitch_ >= filled_;
    }
    // Where the block begins that has this position, or if in a gap the position itself.
    [[nodiscard]] std::uint64_t block_at(std::uint64_t position) const {
        if (in_gap(position)) return position;
        return position - (pitch_ == 0 ? position : position % pitch_) % digits_.block();
    }

    void look_at_unit(std::uint64_t from, std::uint64_t to) {
        way_ = no_way;
        const std::uint64_t first = block_at(from);
        const std::uint64_t end = first + digits_.block();
        const std::uint64_t last = block_at(to);
        if (first < from && end <= to) send({first, from - first, digits_.block()});
        if (last < to) send({last, std::max(from, last) - last, to - last});
    }

    void send(const Piece& piece) {
        if (dimension_ == Dimension::ep) return send_pairs(piece);
        std::uint64_t sent = 0;
        for_each_last(piece, [&](const GroupDigits::Member& member, std::uint64_t before) {
            if (dimension_ != Dimension::pp) {
                sent += member.number + 1 - std::max(before, before_domain_of(piece, member));
            } else if (member.number + 1 < digits_.members()) {
                ++sent;
            }
        });
        add(sent, 1, 1);
    }

    // Calls visit for each group with members in a piece, but not all of them: the last one there, and how
    // many members come before the piece.
    template <class Visit>
    void for_each_last(const Piece& piece, Visit visit) const {
        // No farther from the end of the piece than a step of the highest digit.
        const std::uint64_t step = digits_.top_step();
        for (std::uint64_t at = std::max(piece.from, piece.to > step ? piece.to - step : 0); at < piece.to;
             at += alike_) {
            if (!digits_.is_rank(at)) continue;
            const GroupDigits::Member member = digits_.at(at);
            const std::uint64_t next = member.number + 1;
            if (next < digits_.members() && member.first + digits_.offset(next) < piece.to) continue;
            const std::uint64_t before = members_before(member.first, piece.from);
            if (next - before < digits_.members()) visit(member, before);
        }
    }

    [[nodiscard]] std::uint64_t members_before(std::uint64_t first, std::uint64_t position) const {
        return position <= first ? 0 : digits_.below(position - first);
    }

    // Members of the group before the domain of this one, which all carry what leaves it for the next.
    [[nodiscard]] std::uint64_t before_domain_of(const Piece& piece,
                                                 const GroupDigits::Member& member) const {
        const std::uint64_t at = piece.block + member.first + digits_.offset(member.number);
        const std::uint64_t domain = at / placement_.ranks_in_domain * placement_.ranks_in_domain;
        return domain <= piece.block ? 0 : members_before(member.first, domain - piece.block);
    }

    // Of what a member sends out of its domain, the share that goes beyond the unit: domain by domain, from
    // the last one on.
    void send_pairs(const Piece& piece) {
        const std::uint64_t n = digits_.members();
        for_each_last(piece, [&](GroupDigits::Member member, std::uint64_t before) {
            const std::uint64_t beyond = n - (member.number + 1 - before);
            for (std::uint64_t left = member.number + 1; left > before;) {
                member.number = left - 1;
                const std::uint64_t others = std::max(before, before_domain_of(piece, member));
                const std::uint64_t here = left - others;
                add(here, beyond, n - here);
                left = others;
            }
        });
    }

    void add(std::uint64_t senders, std::uint64_t parts, std::uint64_t of) {
        if (senders == 0) return;
        if (way_ == no_way) way_ = ways_.add(capacity_);
        ways_.send(way_, senders * alike_, parts, of);
    }

    const Topology& topology_;
    const RegularPlacement& placement_;
    GroupDigits digits_;
    Dimension dimension_;
    // Blocks follow each other up to here, then comes a gap up to the pitch; 0: there are no gaps but in
    // them.
    std::uint64_t pitch_ = 0;
    std::uint64_t filled_ = 0;
    std::uint64_t alike_ = 1;
    static constexpr std::uint32_t no_way = ~0U;
    std::uint32_t way_ = no_way;  // up from the unit that is looked at, once something goes there
    double capacity_ = 0;
    SharedWays ways_;
};

}  // namespace

bool is_shared_by_symmetry(const RankGrid& grid, const RegularPlacement& placement, Dimension dimension) {
    const auto groups = RegularGroups::of(grid, dimension, placement.spacing);
    return groups && groups->members() > 1 && !placement.spans_cut_domains;
}

std::optional<BytesPerSecond> shared_rate(const Topology& topology, const RankGrid& grid,
                                          const RegularPlacement& placement, Dimension dimension,
                                          Reach farthest) {
    const auto groups = RegularGroups::of(grid, dimension, placement.spacing);
    if (!groups || groups->members() == 1 || placement.spans_cut_domains) return std::nullopt;
    return RegularSharedLinks(topology, placement, *groups, dimension).rate(units_of(placement, farthest));
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
