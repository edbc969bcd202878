// Hops of regular placements. A hop stays within a domain, or a span, unless a multiple of the ranks that one
// holds lies between its ends.

#include <algorithm>

#include "railyard/placement/linked_seats.hpp"
#include "railyard/placement/regular.hpp"
#include "railyard/placement/regular_crossings.hpp"
#include "railyard/placement/regular_groups.hpp"

namespace railyard {
namespace {

class RegularCounter {
  public:
    RegularCounter(const Topology& topology, const RankGrid& grid, const RegularPlacement& placement)
        : grid_(grid),
          placement_(placement),
          crossings_(placement),
          tiers_(topology.network().tiers.size()),
          linked_(topology.kinds()[placement.kind]) {}

    [[nodiscard]] std::optional<DimensionHops> count(Dimension dimension, StageDetail detail) const {
        const auto groups = RegularGroups::of(grid_, dimension, placement_.spacing);
        if (!groups) return std::nullopt;
        DimensionHops result;
        result.dimension = dimension;
        result.pattern = pattern_of(dimension);
        result.degree = groups->members();
        result.groups = groups->groups();
        result.hops = nothing();
        result.wrap = nothing();
        const std::uint32_t stages = detail == StageDetail::by_stage ? grid_.degrees().pp : 0;
        result.by_stage.assign(stages, nothing());
        if (groups->members() < 2) {
            result.groups_on_nvlink = result.groups;
            return result;
        }
        result.groups_on_nvlink = on_nvlink(*groups, result.pattern);
        if (dimension == Dimension::pp) {
            add_neighbours(*groups, groups->bases(), 0, result.hops);
            add_ends(*groups, groups->bases(), 0, result.wrap);
            for (std::uint32_t s = 0; s + 1 < stages; ++s) {
                const std::uint64_t here = stage_start(s);
                add(groups->bases(), here, stage_start(s + 1) - here, result.by_stage[s]);
            }
            return result;
        }
        add_groups(*groups, groups->bases(), 0, result.pattern, result.hops);
        for (std::uint32_t s = 0; s < stages; ++s)
            add_groups(*groups, groups->stage_bases(), stage_start(s), result.pattern, result.by_stage[s]);
        return result;
    }

  private:
    [[nodiscard]] HopCount nothing() const {
        HopCount count;
        count.tiers.assign(tiers_, 0);
        return count;
    }

    [[nodiscard]] std::uint64_t stage_start(std::uint32_t stage) const {
        return placement_.spacing.position(grid_.stage_offset(stage));
    }

    void add_groups(const RegularGroups& groups, const AxisSet& bases, std::uint64_t start,
                    HopPattern pattern, HopCount& count) const {
        if (pattern == HopPattern::all_to_all) return add_pairs(groups, bases, start, count);
        add_neighbours(groups, bases, start, count);
        add_ends(groups, bases, start, count);
    }

    void add_neighbours(const RegularGroups& groups, const AxisSet& bases, std::uint64_t start,
                        HopCount& count) const {
        for (const RegularHops& hops : groups.hops()) {
            AxisSet from = bases;
            from.add(hops.from);
            add(from, start + hops.start, hops.distance, count);
        }
    }

    // Between the last member and the first.
    void add_ends(const RegularGroups& groups, const AxisSet& bases, std::uint64_t start,
                  HopCount& count) const {
        add(bases, start, groups.length(), count);
    }

    void add(const AxisSet& from, std::uint64_t start, std::uint64_t distance, HopCount& count) const {
        const std::uint64_t all = from.size();
        std::uint64_t left = crossings_.leaving(from, start, placement_.ranks_in_domain, distance);
        add_inside(all - left, linked_hops(from, start, distance), count);
        for (std::size_t t = 0; t < tiers_ && left > 0; ++t) {
            // Another rail is reached one tier higher.
            if (t == 0 && distance % placement_.rails != 0) continue;
            const std::uint64_t beyond =
                crossings_.leaving_both(from, start, placement_.ranks_in_span[t], distance);
            count.tiers[t] += left - beyond;
            left = beyond;
        }
    }

    // Hops that stay in a domain; all of them are linked where all GPUs are.
    void add_inside(std::uint64_t hops, std::uint64_t linked, HopCount& count) const {
        if (linked_.all()) linked = hops;
        count.nvlink += linked;
        count.pcie += hops - linked;
    }

    // What follows looks at every place in a domain, where not all or none of them are linked.
    [[nodiscard]] bool some_linked() const { return linked_.any() && !linked_.all(); }

    [[nodiscard]] std::uint64_t linked_hops(const AxisSet& from, std::uint64_t start,
                                            std::uint64_t distance) const {
        const std::uint64_t domain = placement_.ranks_in_domain;
        if (!some_linked() || distance >= domain) return 0;
        const Remainders found = remainders(from, domain);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < found.count.size(); ++i) {
            const std::uint64_t seat = (start + i * found.step) % domain;
            if (seat + distance < domain && linked_.linked(seat, seat + distance)) total += found.count[i];
        }
        return total;
    }

    // Ordered pairs of groups.
    [[nodiscard]] std::uint64_t linked_pairs(const std::vector<std::uint64_t>& offsets, const AxisSet& bases,
                                             std::uint64_t start) const {
        if (!some_linked()) return 0;
        const std::uint64_t domain = placement_.ranks_in_domain;
        const Remainders found = remainders(bases, domain);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < found.count.size(); ++i) {
            if (found.count[i] == 0) continue;
            const std::uint64_t first = (start + i * found.step) % domain;
            std::uint64_t linked = 0;
            for (std::size_t a = 0; a < offsets.size(); ++a) {
                const std::uint64_t from = first + offsets[a];
                for (std::size_t b = a + 1; b < offsets.size(); ++b) {
                    const std::uint64_t to = first + offsets[b];
                    if (to / domain != from / domain) break;
                    if (linked_.linked(from % domain, to % domain)) linked += 2;
                }
            }
            total += linked * found.count[i];
        }
        return total;
    }

    // Groups all of whose hops are over NVLink.
    [[nodiscard]] std::uint64_t on_nvlink(const RegularGroups& groups, HopPattern pattern) const {
        const std::uint64_t domain = placement_.ranks_in_domain;
        if (linked_.all())
            return groups.groups() - crossings_.leaving(groups.bases(), 0, domain, groups.length());
        if (!linked_.any() || groups.length() >= domain) return 0;
        const auto offsets = groups.offsets();
        const Remainders found = remainders(groups.bases(), domain);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < found.count.size(); ++i) {
            const std::uint64_t first = i * found.step;
            if (found.count[i] == 0 || first + groups.length() >= domain) continue;
            std::vector<std::uint32_t> members;
            for (const std::uint64_t offset : offsets)
                members.push_back(static_cast<std::uint32_t>(first + offset));
            if (linked_.joins(members, pattern)) total += found.count[i];
        }
        return total;
    }

    // Every ordered pair of every group.
    void add_pairs(const RegularGroups& groups, const AxisSet& bases, std::uint64_t start,
                   HopCount& count) const {
        const std::uint64_t n = groups.members();
        std::uint64_t left = bases.size() * n * (n - 1);
        const auto offsets = groups.offsets();
        const std::uint64_t domain = placement_.ranks_in_domain;
        const std::uint64_t inside = pairs(offsets, bases, start, domain, 1) - bases.size() * n;
        add_inside(inside, linked_pairs(offsets, bases, start), count);
        left -= inside;
        std::uint64_t below = 0;
        for (std::size_t t = 0; t < tiers_ && below < left; ++t) {
            const std::uint64_t rails = t == 0 && tiers_ > 1 ? placement_.rails : 1;
            const std::uint64_t span = placement_.ranks_in_span[t];
            const std::uint64_t in_domains = !crossings_.holds_domains(span)
                                                 ? pairs_in_both(offsets, bases, start, span)
                                             : rails == 1 ? inside + bases.size() * n
                                                          : pairs(offsets, bases, start, domain, rails);
            const std::uint64_t meet = pairs(offsets, bases, start, span, rails) - in_domains;
            count.tiers[t] += meet - below;
            below = meet;
        }
    }

    // Ordered pairs, each member with itself included, within one part and on one rail.
    [[nodiscard]] std::uint64_t pairs(const std::vector<std::uint64_t>& offsets, const AxisSet& bases,
                                      std::uint64_t start, std::uint64_t part, std::uint64_t rails) const {
        const std::uint64_t n = offsets.size();
        if (crossings_.leaving(bases, start, part, offsets.back()) == 0 && rails == 1)
            return bases.size() * n * n;
        // Large enough for all, and for whole rows of rails.
        if (part == 0 || part > placement_.positions + rails)
            part = (placement_.positions / rails + 1) * rails;
        const Remainders found = remainders(bases, part);
        std::uint64_t total = 0;
        std::vector<std::uint64_t> on_rail(rails);
        for (std::size_t i = 0; i < found.count.size(); ++i) {
            if (found.count[i] == 0) continue;
            total += found.count[i] * pairs_of_group(offsets, (start + i * found.step) % part, part, on_rail);
        }
        return total;
    }

    // The same within one domain and one span that may end within it.
    [[nodiscard]] std::uint64_t pairs_in_both(const std::vector<std::uint64_t>& offsets, const AxisSet& bases,
                                              std::uint64_t start, std::uint64_t span) const {
        const std::uint64_t domain = placement_.ranks_in_domain;
        const std::uint64_t round = crossings_.round(span);
        const Remainders found = remainders(bases, round);
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < found.count.size(); ++i) {
            if (found.count[i] == 0) continue;
            const std::uint64_t first = (start + i * found.step) % round;
            for (std::size_t j = 0; j < offsets.size();) {
                const std::uint64_t at = first + offsets[j];
                const std::uint64_t end =
                    std::min((at / domain + 1) * domain, (at / span + 1) * span) - first;
                const auto next = static_cast<std::size_t>(
                    std::lower_bound(offsets.begin() + static_cast<std::ptrdiff_t>(j), offsets.end(), end) -
                    offsets.begin());
                total += found.count[i] * (next - j) * (next - j);
                j = next;
            }
        }
        return total;
    }

    static std::uint64_t pairs_of_group(const std::vector<std::uint64_t>& offsets, std::uint64_t first,
                                        std::uint64_t part, std::vector<std::uint64_t>& on_rail) {
        std::uint64_t total = 0;
        const std::uint64_t rails = on_rail.size();
        for (std::size_t j = 0; j < offsets.size();) {
            const std::uint64_t end = ((first + offsets[j]) / part + 1) * part - first;
            const auto next = static_cast<std::size_t>(
                std::lower_bound(offsets.begin() + static_cast<std::ptrdiff_t>(j), offsets.end(), end) -
                offsets.begin());
            if (rails == 1) {
                total += (next - j) * (next - j);
            } else {
                std::fill(on_rail.begin(), on_rail.end(), 0);
                for (std::size_t m = j; m < next; ++m) ++on_rail[(first + offsets[m]) % rails];
                for (const std::uint64_t members : on_rail) total += members * members;
            }
            j = next;
        }
        return total;
    }

    const RankGrid& grid_;
    const RegularPlacement& placement_;
    RegularCrossings crossings_;
    std::size_t tiers_;
    LinkedSeats linked_;
};

}  // namespace

std::optional<std::vector<DimensionHops>> count_hops(const Topology& topology, const RankGrid& grid,
                                                     const RegularPlacement& placement,
                                                     const std::vector<Dimension>& dimensions,
                                                     StageDetail detail) {
    const RegularCounter counter(topology, grid, placement);
    std::vector<DimensionHops> counted;
    counted.reserve(dimensions.size());
    for (const Dimension dimension : dimensions) {
        auto hops = counter.count(dimension, detail);
        if (!hops) return std::nullopt;
        counted.push_back(std::move(*hops));
    }
    return counted;
}

}  // namespace railyard
