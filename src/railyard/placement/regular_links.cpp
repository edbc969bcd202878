// What groups see of their links in regular placements. How the members of a group lie in domains follows
// from the place of its first member in a domain, how far it reaches from its place in the spans.

#include <algorithm>
#include <tuple>

#include "railyard/placement/regular.hpp"
#include "railyard/placement/regular_groups.hpp"
#include "railyard/placement/regular_shape.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {
namespace {

// In the order in which group_links finds them.
struct Shape {
    std::uint32_t domains = 1;
    std::uint32_t most = 1;
    std::uint32_t fewest = 1;
    Reach farthest = Reach::same_gpu();
    auto operator<=>(const Shape&) const = default;
};

struct ShapeCount {
    Shape shape;
    std::uint64_t groups = 0;
};

class RegularClassifier {
  public:
    RegularClassifier(const Topology& topology, const RankGrid& grid, const RegularPlacement& placement)
        : topology_(topology), grid_(grid), placement_(placement) {}

    [[nodiscard]] std::optional<DimensionLinks> classify(Dimension dimension) {
        const auto groups = RegularGroups::of(grid_, dimension);
        if (!groups) return std::nullopt;
        const auto bottom = bottom_tier(*groups);
        if (!bottom) return std::nullopt;
        bottom_ = *bottom;
        shapes_.clear();
        find_shapes(*groups);
        std::sort(shapes_.begin(), shapes_.end(),
                  [](const ShapeCount& a, const ShapeCount& b) { return a.shape < b.shape; });
        DimensionLinks links;
        links.dimension = dimension;
        for (const ShapeCount& found : shapes_) links.classes.push_back(rates(groups->members(), found));
        std::stable_sort(links.classes.begin(), links.classes.end(),
                         [](const GroupClass& a, const GroupClass& b) { return a.groups > b.groups; });
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

    [[nodiscard]] Reach inside(const RegularGroups& groups) const {
        return groups.members() > 1 ? Reach::nvlink() : Reach::same_gpu();
    }

    void add(Shape shape, std::uint64_t groups) {
        if (groups == 0) return;
        for (ShapeCount& known : shapes_) {
            if (known.shape != shape) continue;
            known.groups += groups;
            return;
        }
        shapes_.push_back({shape, groups});
    }

    void find_shapes(const RegularGroups& groups) {
        const std::uint64_t domain = placement_.ranks_in_domain;
        const std::uint64_t all = groups.groups();
        const std::uint64_t leaving = crossing(groups, domain);
        const std::uint32_t n = groups.members();
        add({1, n, n, inside(groups)}, all - leaving);
        if (leaving == 0) return;
        // Strides of a domain or more: every member in one of its own.
        if (groups.own().count() == 1 && groups.own()[0].stride >= domain)
            return add_by_tiers({n, 1, 1, {}}, groups, leaving);
        std::vector<ShapeCount> in_domains;
        const Remainders bases = remainders(groups.bases(), domain);
        for (std::size_t i = 0; i < bases.count.size(); ++i) {
            if (bases.count[i] == 0) continue;
            const Shape shape = shape_of(groups, i * bases.step);
            if (shape.domains == 1) continue;
            const auto known = std::find_if(in_domains.begin(), in_domains.end(),
                                            [&](const ShapeCount& k) { return k.shape == shape; });
            if (known == in_domains.end()) {
                in_domains.push_back({shape, bases.count[i]});
            } else {
                known->groups += bases.count[i];
            }
        }
        if (in_domains.size() == 1) return add_by_tiers(in_domains.front().shape, groups, leaving);
        if (holds_all(placement_.ranks_in_span[bottom_])) {
            for (const ShapeCount& found : in_domains) {
                Shape shape = found.shape;
                shape.farthest = Reach::tier(bottom_);
                add(shape, found.groups);
            }
            return;
        }
        add_one_by_one(groups);
    }

    // Groups that leave a part of so many ranks; 0: all of them.
    [[nodiscard]] std::uint64_t crossing(const RegularGroups& groups, std::uint64_t part) const {
        return holds_all(part) ? 0 : crossings(groups.bases(), 0, part, groups.length());
    }
    [[nodiscard]] bool holds_all(std::uint64_t part) const { return part == 0 || part >= placement_.ranks; }

    // Groups that lie alike in their domains, all that leave one.
    void add_by_tiers(Shape shape, const RegularGroups& groups, std::uint64_t leaving) {
        for (std::size_t t = bottom_; leaving > 0; ++t) {
            const std::uint64_t beyond = crossing(groups, placement_.ranks_in_span[t]);
            shape.farthest = Reach::tier(t);
            add(shape, leaving - beyond);
            leaving = beyond;
        }
    }

    // Every place that a group's first member has in the largest spans.
    void add_one_by_one(const RegularGroups& groups) {
        std::size_t top = placement_.ranks_in_span.size() - 1;
        const std::uint64_t length = groups.length();
        while (top > bottom_ && holds_all(placement_.ranks_in_span[top])) --top;
        const Remainders bases = remainders(groups.bases(), placement_.ranks_in_span[top]);
        for (std::size_t i = 0; i < bases.count.size(); ++i) {
            if (bases.count[i] == 0) continue;
            const std::uint64_t first = i * bases.step;
            Shape shape = shape_of(groups, first);
            if (shape.domains == 1) continue;
            std::size_t t = bottom_;
            const auto leaves = [&](std::uint64_t part) {
                return part != 0 && first % part + length >= part;
            };
            while (leaves(placement_.ranks_in_span[t])) ++t;
            shape.farthest = Reach::tier(t);
            add(shape, bases.count[i]);
        }
    }

    [[nodiscard]] Shape shape_of(const RegularGroups& groups, std::uint64_t first) const {
        const DomainShape shape = shape_in_domains(groups.own(), first, placement_.ranks_in_domain);
        return {static_cast<std::uint32_t>(shape.domains), static_cast<std::uint32_t>(shape.most),
                static_cast<std::uint32_t>(shape.fewest), Reach::same_gpu()};
    }

    [[nodiscard]] GroupClass rates(std::uint32_t members, const ShapeCount& found) const {
        const DomainKind& kind = topology_.kinds().front();
        GroupClass result;
        result.groups = found.groups;
        result.members = members;
        result.domains = found.shape.domains;
        result.most_in_domain = found.shape.most;
        result.fewest_in_domain = found.shape.fewest;
        result.farthest = found.shape.farthest;
        if (result.most_in_domain > 1) {
            result.inside = kind.nvlink_per_gpu();
            result.inside_latency = kind.scale_up.link.latency * 2.0;
        }
        if (result.farthest.is_network()) {
            const std::size_t tier = result.farthest.tier();
            result.network = kind.nic_share() / oversubscription_up_to(topology_.network(), tier);
            result.network_alone = kind.nic_alone();
            result.network_latency = topology_.network().tiers[tier].latency;
        }
        return result;
    }

    const Topology& topology_;
    const RankGrid& grid_;
    const RegularPlacement& placement_;
    std::size_t bottom_ = 0;
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
