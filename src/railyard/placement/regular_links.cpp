// What groups see of their links in regular placements. How the members of a group lie in domains follows
// from the place of its first member in a domain, how far it reaches from its place in the spans.

#include <algorithm>

#include "railyard/placement/group_classes.hpp"
#include "railyard/placement/inside_rates.hpp"
#include "railyard/placement/linked_seats.hpp"
#include "railyard/placement/regular.hpp"
#include "railyard/placement/regular_crossings.hpp"
#include "railyard/placement/regular_groups.hpp"
#include "railyard/placement/regular_shape.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

struct Shape {
    std::uint32_t domains = 1;
    std::uint32_t most = 1;
    std::uint32_t fewest = 1;
    Reach farthest = Reach::same_gpu();
    InsideRate inside;  // where members share a domain
    bool operator==(const Shape&) const = default;
};

struct ShapeCount {
    Shape shape;
    std::uint64_t groups = 0;
};

class RegularClassifier {
  public:
    RegularClassifier(const Topology& topology, const RankGrid& grid, const RegularPlacement& placement)
        : topology_(topology),
          grid_(grid),
          placement_(placement),
          crossings_(placement),
          kind_(topology.kinds()[placement.kind]),
          linked_(kind_) {
        seats_.ranks = placement.ranks_in_domain;
        seats_.on_first_board = placement.on_first_board;
        if (!linked_.all()) seats_.detail = SeatDetail::listed;
    }

    [[nodiscard]] std::optional<DimensionLinks> classify(Dimension dimension) {
        const auto groups = RegularGroups::of(grid_, dimension, placement_.spacing);
        if (!groups) return std::nullopt;
        const auto bottom = bottom_tier(*groups);
        if (!bottom) return std::nullopt;
        bottom_ = *bottom;
        shapes_.clear();
        find_shapes(*groups, pattern_of(dimension));
        DimensionLinks links;
        links.dimension = dimension;
        for (const ShapeCount& found : shapes_) add_class(links, rates(groups->members(), found));
        put_in_order(links);
        return links;
    }

  private:
    // The lowest tier at which neighbours of different domains meet: the second where all of them are on
    // different rails. Nothing where some are.
    [[nodiscard]] std::optional<std::size_t> bottom_tier(const RegularGroups& groups) const {
        std::size_t changing = 0;
        for (const RegularHops& hops : groups.hops())
            if (hops.distance % placement_.rails != 0) ++changing;
        if (changing == 0) return 0;
        return changing == groups.hops().size() ? std::optional<std::size_t>(1) : std::nullopt;
    }

    void add(const Shape& shape, std::uint64_t groups) {
        if (groups > 0) count_in(shapes_, shape, groups);
    }
    static void count_in(std::vector<ShapeCount>& shapes, const Shape& shape, std::uint64_t groups) {
        const auto known =
            std::find_if(shapes.begin(), shapes.end(), [&](const ShapeCount& k) { return k.shape == shape; });
        if (known == shapes.end()) {
            shapes.push_back({shape, groups});
        } else {
            known->groups += groups;
        }
    }

    void find_shapes(const RegularGroups& groups, HopPattern pattern) {
        const std::uint64_t domain = placement_.ranks_in_domain;
        const std::uint64_t leaving = crossing(groups, domain);
        const std::uint32_t n = groups.members();
        // With two boards, or where not all are joined, those that stay in a domain differ as well.
        const bool alike_inside =
            n == 1 || (seats_.on_first_board == 0 && seats_.detail == SeatDetail::counted);
        if (alike_inside) {
            add(staying(n), groups.groups() - leaving);
            if (leaving == 0) return;
        }
        // Strides of a domain or more: every member in one of its own.
        if (groups.own().count() == 1 && groups.own()[0].stride >= domain)
            return add_by_tiers({n, 1, 1, {}, {}}, groups, leaving);
        std::vector<ShapeCount> in_domains;
        const Remainders bases = remainders(groups.bases(), domain);
        by_place_.assign(bases.count.size(), {});
        step_ = bases.step;
        for (std::size_t i = 0; i < bases.count.size(); ++i) {
            if (bases.count[i] == 0) continue;
            const Shape shape = shape_of(groups, i * bases.step, pattern);
            by_place_[i] = shape;
            if (shape.domains > 1) {
                count_in(in_domains, shape, bases.count[i]);
            } else if (!alike_inside) {
                add(shape, bases.count[i]);
            }
        }
        if (in_domains.empty()) return;
        const bool ends_tell = !placement_.spans_cut_domains || pattern != HopPattern::chain;
        if (in_domains.size() == 1 && ends_tell)
            return add_by_tiers(in_domains.front().shape, groups, leaving);
        if (holds_all(placement_.ranks_in_span[bottom_])) {
            for (const ShapeCount& found : in_domains) {
                Shape shape = found.shape;
                shape.farthest = Reach::tier(bottom_);
                add(shape, found.groups);
            }
            return;
        }
        add_one_by_one(groups, pattern);
    }

    // Groups that leave a part of so many positions; 0: all of them.
    [[nodiscard]] std::uint64_t crossing(const RegularGroups& groups, std::uint64_t part) const {
        return crossings_.leaving(groups.bases(), 0, part, groups.length());
    }
    [[nodiscard]] bool holds_all(std::uint64_t part) const { return crossings_.holds_all(part); }

    // Groups that lie alike in their domains, all that leave one.
    void add_by_tiers(Shape shape, const RegularGroups& groups, std::uint64_t leaving) {
        for (std::size_t t = bottom_; leaving > 0; ++t) {
            const std::uint64_t beyond =
                crossings_.leaving_both(groups.bases(), 0, placement_.ranks_in_span[t], groups.length());
            shape.farthest = Reach::tier(t);
            add(shape, leaving - beyond);
            leaving = beyond;
        }
    }

    // Every place that a group's first member has in the largest spans, and in its domain.
    void add_one_by_one(const RegularGroups& groups, HopPattern pattern) {
        std::size_t top = placement_.ranks_in_span.size() - 1;
        while (top > bottom_ && holds_all(placement_.ranks_in_span[top])) --top;
        const std::uint64_t span = placement_.ranks_in_span[top];
        const Remainders bases =
            remainders(groups.bases(), placement_.spans_cut_domains ? crossings_.round(span) : span);
        const auto offsets = placement_.spans_cut_domains && pattern == HopPattern::chain
                                 ? groups.offsets()
                                 : std::vector<std::uint64_t>{0, groups.length()};
        for (std::size_t i = 0; i < bases.count.size(); ++i) {
            if (bases.count[i] == 0) continue;
            const std::uint64_t first = i * bases.step;
            Shape shape = by_place_[first % placement_.ranks_in_domain / step_];
            if (shape.domains == 1) continue;
            std::size_t t = bottom_;
            while (leaves(placement_.ranks_in_span[t], first, offsets)) ++t;
            shape.farthest = Reach::tier(t);
            add(shape, bases.count[i]);
        }
    }

    // Whether some hop leaves a span of so many, and its domain. A ring's last one is the longest; of chains
    // in domains that lie across spans each one has to be asked.
    [[nodiscard]] bool leaves(std::uint64_t span, std::uint64_t first,
                              const std::vector<std::uint64_t>& offsets) const {
        if (span == 0) return false;
        const std::uint64_t domain = placement_.ranks_in_domain;
        for (std::size_t m = 1; m < offsets.size(); ++m) {
            const std::uint64_t from = first + offsets[m - 1];
            const std::uint64_t to = first + offsets[m];
            if (from / span != to / span && from / domain != to / domain) return true;
        }
        return false;
    }

    // Groups of n members that stay in a domain, where all of those see the same.
    [[nodiscard]] Shape staying(std::uint32_t n) const {
        if (n == 1) return {};
        const DomainShape found{1, n, n, n};
        return {1, n, n, Reach::nvlink(), rate_inside(found)};
    }

    // How the members of a group lie whose first has this place in its domain. Of those that leave it the
    // farthest reach is still to be found.
    [[nodiscard]] Shape shape_of(const RegularGroups& groups, std::uint64_t first, HopPattern pattern) const {
        const DomainShape found = shape_in_domains(groups.own(), first, seats_);
        Shape shape;
        shape.domains = static_cast<std::uint32_t>(found.domains);
        shape.most = static_cast<std::uint32_t>(found.most);
        shape.fewest = static_cast<std::uint32_t>(found.fewest);
        if (found.domains == 1) shape.farthest = farthest_inside(found, pattern);
        if (found.most > 1) shape.inside = rate_inside(found);
        return shape;
    }

    // Of the hops of a group that stays in its domain.
    [[nodiscard]] Reach farthest_inside(const DomainShape& found, HopPattern pattern) const {
        if (found.most == 1) return Reach::same_gpu();
        if (seats_.detail == SeatDetail::counted) return Reach::nvlink();
        const std::vector<std::uint32_t>& members = found.ways.front();
        return linked_.joins(members, pattern) ? Reach::nvlink() : Reach::pcie();
    }

    [[nodiscard]] InsideRate rate_inside(const DomainShape& found) const {
        if (kind_.scale_up.kind == ScaleUpKind::switched) return inside_switched(kind_, found.across);
        if (kind_.scale_up.kind == ScaleUpKind::mesh) return inside_mesh(kind_, found.fewest_together);
        InsideRate poorest = inside_server(kind_, found.ways.front());
        for (const auto& way : found.ways) poorest = poorer(poorest, inside_server(kind_, way));
        return poorest;
    }

    [[nodiscard]] GroupClass rates(std::uint32_t members, const ShapeCount& counted) const {
        const Shape& shape = counted.shape;
        GroupClass result;
        result.groups = counted.groups;
        result.members = members;
        result.domains = shape.domains;
        result.most_in_domain = shape.most;
        result.fewest_in_domain = shape.fewest;
        result.farthest = shape.farthest;
        result.inside = shape.inside.rate;
        result.inside_latency = shape.inside.latency;
        result.mates_by_pcie = shape.inside.mates_by_pcie;
        result.pcie = shape.inside.pcie;
        if (result.farthest.is_network()) {
            const std::size_t tier = result.farthest.tier();
            result.network = kind_.nic_share() / oversubscription_up_to(topology_.network(), tier);
            result.network_alone = kind_.nic_alone();
            result.network_latency = topology_.network().tiers[tier].latency;
        }
        return result;
    }

    const Topology& topology_;
    const RankGrid& grid_;
    const RegularPlacement& placement_;
    RegularCrossings crossings_;
    const DomainKind& kind_;
    LinkedSeats linked_;
    DomainSeats seats_;
    std::size_t bottom_ = 0;
    std::vector<Shape> by_place_;  // of a group's first member in its domain, in steps of `step_`
    std::uint64_t step_ = 1;
    std::vector<ShapeCount> shapes_;
};

}  // namespace

std::optional<std::vector<DimensionLinks>> group_links(const Topology& topology, const RankGrid& grid,
                                                       const RegularPlacement& placement,
                                                       const std::vector<Dimension>& dimensions) {
    RegularClassifier classifier(topology, grid, placement);
    std::vector<DimensionLinks> links;
    links.reserve(dimensions.size());
    for (const Dimension dimension : dimensions) {
        auto found = classifier.classify(dimension);
        if (!found) return std::nullopt;
        links.push_back(std::move(*found));
    }
    return links;
}

}  // namespace railyard
