#include "railyard/placement/group_links.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "railyard/placement/cells.hpp"
#include "railyard/placement/pair_reach.hpp"

namespace railyard {
namespace {

// What tells groups apart, before any rate is looked up. Most topologies have a handful.
struct Shape {
    std::uint32_t domains = 1;
    std::uint32_t most = 1;
    std::uint32_t fewest = 1;
    std::uint8_t farthest = 0;  // slot order: nvlink, pcie, tiers, unreachable
    std::uint32_t kinds = 0;    // bit set of the kinds that the members sit in (the first 32)
    std::uint64_t listed = 0;   // where links are not alike for all pairs: which members, else 0
    auto operator<=>(const Shape&) const = default;
};

struct Example {
    std::uint64_t groups = 0;
    std::vector<std::uint32_t> ranks;  // of one group of the shape
};

class Classifier {
  public:
    Classifier(const Topology& topology, const Placement& placement, const Cells& cells)
        : topology_(topology), placement_(placement), cells_(cells) {
        for (const DomainKind& kind : topology.kinds()) {
            listed_ = listed_ || kind.scale_up.kind == ScaleUpKind::links;
        }
        several_kinds_ = topology.kinds().size() > 1;
    }

    DimensionLinks classify(const RankGrid& grid, Dimension dimension) {
        const Groups groups(grid, dimension);
        std::map<Shape, Example> shapes;
        Shape last;
        Example* last_example = nullptr;
        groups.for_each_run([&](const GroupRun& run) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                const Shape shape = shape_of(run, i);
                if (last_example == nullptr || shape != last) {
                    last = shape;
                    last_example = &shapes[shape];
                }
                if (last_example->groups++ != 0) continue;
                for (const auto offset : run.offsets) last_example->ranks.push_back(run.first + i + offset);
            }
        });
        DimensionLinks links;
        links.dimension = dimension;
        for (const auto& [shape, example] : shapes) links.classes.push_back(rates(shape, example));
        std::stable_sort(links.classes.begin(), links.classes.end(),
                         [](const GroupClass& a, const GroupClass& b) { return a.groups > b.groups; });
        return links;
    }

  private:
    Shape shape_of(const GroupRun& run, std::uint32_t i) {
        const std::uint32_t* cell_of = cells_.of_rank().data() + run.first + i;
        domains_.clear();
        Shape shape;
        std::size_t farthest = nvlink_slot;
        std::uint32_t previous = cell_of[run.offsets.back()];
        for (const std::uint32_t offset : run.offsets) {
            const std::uint32_t cell = cell_of[offset];
            domains_.push_back(cells_.domain(cell));
            if (run.offsets.size() > 1) farthest = std::max(farthest, order(slot(previous, cell)));
            previous = cell;
        }
        shape.farthest = static_cast<std::uint8_t>(farthest);
        if (!std::is_sorted(domains_.begin(), domains_.end())) std::sort(domains_.begin(), domains_.end());
        shape.domains = 0;
        shape.most = 0;
        shape.fewest = ~0U;
        for (std::size_t begin = 0; begin < domains_.size();) {
            std::size_t end = begin + 1;
            while (end < domains_.size() && domains_[end] == domains_[begin]) ++end;
            const auto members = static_cast<std::uint32_t>(end - begin);
            shape.most = std::max(shape.most, members);
            shape.fewest = std::min(shape.fewest, members);
            ++shape.domains;
            begin = end;
        }
        if (several_kinds_ || listed_) add_kinds(shape, run, i);
        return shape;
    }

    void add_kinds(Shape& shape, const GroupRun& run, std::uint32_t i) const {
        for (const std::uint32_t offset : run.offsets) {
            const GpuPlace place = topology_.place(placement_.gpu_of[RankId(run.first + i + offset)]);
            shape.kinds |= 1U << std::min(place.kind, 31U);
            // Order-free and cheap: members of listed domains by their number in it.
            if (listed_) shape.listed += (std::uint64_t{place.local} + 1) * 0x9E3779B97F4A7C15ULL;
        }
    }

    [[nodiscard]] std::size_t slot(std::uint32_t a, std::uint32_t b) const {
        return cells_.size() == CellSize::domain ? reach_slot<CellSize::domain>(cells_, a, b)
                                                 : reach_slot<CellSize::rank>(cells_, a, b);
    }
    // Slots in the order of reach: unreachable last.
    static std::size_t order(std::size_t slot) { return slot == unreachable_slot ? 255 : slot; }

    static Reach reach_of(std::size_t ordered) {
        if (ordered == nvlink_slot) return Reach::nvlink();
        if (ordered == pcie_slot) return Reach::pcie();
        if (ordered == 255) return Reach::unreachable();
        return Reach::tier(ordered - first_tier_slot);
    }

    GroupClass rates(const Shape& shape, const Example& example) const {
        GroupClass result;
        result.groups = example.groups;
        result.members = static_cast<std::uint32_t>(example.ranks.size());
        result.domains = shape.domains;
        result.most_in_domain = shape.most;
        result.fewest_in_domain = shape.fewest;
        result.farthest = reach_of(shape.farthest);
        std::vector<GpuPlace> places;
        for (const auto rank : example.ranks)
            places.push_back(topology_.place(placement_.gpu_of[RankId(rank)]));
        if (shape.most > 1) inside_rates(places, result);
        if (result.farthest.is_network()) network_rates(places, result);
        return result;
    }

    // Members of one domain after the other; the poorest member of all counts.
    void inside_rates(std::vector<GpuPlace> places, GroupClass& result) const {
        std::sort(places.begin(), places.end(),
                  [](const GpuPlace& a, const GpuPlace& b) { return a.gpu < b.gpu; });
        bool first = true;
        for (std::size_t begin = 0; begin < places.size();) {
            std::size_t end = begin + 1;
            while (end < places.size() && places[end].domain == places[begin].domain) ++end;
            if (end - begin > 1) {
                const auto [rate, latency] = inside_one(std::span(places).subspan(begin, end - begin));
                result.inside = first ? rate : std::min(result.inside, rate);
                result.inside_latency = std::max(result.inside_latency, latency);
                first = false;
            }
            begin = end;
        }
    }

    struct InsideRate {
        BytesPerSecond rate;
        Seconds latency;
    };

    // Rate of the poorest of some members of one domain, and the longest latency between two of them.
    [[nodiscard]] InsideRate inside_one(std::span<const GpuPlace> members) const {
        const DomainKind& kind = topology_.kind_of(members.front());
        const ScaleUp& up = kind.scale_up;
        // All pairs alike: no need to look at them.
        if (up.kind == ScaleUpKind::switched && up.boards == 1)
            return {kind.nvlink_per_gpu(), up.link.latency * 2.0};
        if (up.kind == ScaleUpKind::mesh) {
            return {up.link.bandwidth * (up.links_per_pair * static_cast<double>(members.size() - 1)),
                    up.link.latency};
        }
        InsideRate poorest;
        for (const GpuPlace& place : members) {
            BytesPerSecond rate;
            for (const GpuPlace& mate : members) {
                if (mate.gpu == place.gpu) continue;
                const Route route = route_between(topology_, place.gpu, mate.gpu);
                if (route.reach == Reach::nvlink()) rate += route.share;
                poorest.latency = std::max(poorest.latency, route.latency);
            }
            // Behind switches a GPU's links serve any peer, so they do not add up over peers.
            if (up.kind == ScaleUpKind::switched) rate = rate / static_cast<double>(members.size() - 1);
            if (rate.raw() == 0) rate = kind.servers.pcie.bandwidth;
            poorest.rate = &place == &members.front() ? rate : std::min(poorest.rate, rate);
        }
        return poorest;
    }

    void network_rates(const std::vector<GpuPlace>& places, GroupClass& result) const {
        const std::size_t tier = result.farthest.tier();
        const double ratio = oversubscription_up_to(topology_.network(), tier);
        bool first = true;
        for (const GpuPlace& place : places) {
            const DomainKind& kind = topology_.kind_of(place);
            const auto share = kind.nic_share() / ratio;
            result.network = first ? share : std::min(result.network, share);
            result.network_alone =
                first ? kind.nic_alone() : std::min(result.network_alone, kind.nic_alone());
            first = false;
        }
        result.network_latency = topology_.network().tiers[tier].latency;
    }

    const Topology& topology_;
    const Placement& placement_;
    const Cells& cells_;
    bool listed_ = false;
    bool several_kinds_ = false;
    std::vector<std::uint32_t> domains_;
};

}  // namespace

bool DimensionLinks::all_on_nvlink() const {
    return std::all_of(classes.begin(), classes.end(),
                       [](const GroupClass& c) { return c.farthest <= Reach::nvlink(); });
}

const GroupClass& DimensionLinks::slowest() const {
    return *std::max_element(classes.begin(), classes.end(), [](const GroupClass& a, const GroupClass& b) {
        return std::tuple(a.farthest, b.network, b.inside) < std::tuple(b.farthest, a.network, a.inside);
    });
}

std::vector<DimensionLinks> group_links(const Topology& topology, const RankGrid& grid,
                                        const Placement& placement,
                                        const std::vector<Dimension>& dimensions) {
    const Cells cells(topology, placement);
    Classifier classifier(topology, placement, cells);
    std::vector<DimensionLinks> links;
    for (const Dimension dimension : dimensions) links.push_back(classifier.classify(grid, dimension));
    return links;
}

}  // namespace railyard
