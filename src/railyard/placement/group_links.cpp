#include "railyard/placement/group_links.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "railyard/placement/cells.hpp"
#include "railyard/placement/group_classes.hpp"
#include "railyard/placement/inside_rates.hpp"
#include "railyard/placement/pair_reach.hpp"

namespace railyard {
namespace {

// What tells groups apart, before any rate is looked up. Most topologies have a handful.
struct Shape {
    std::uint32_t domains = 1;
    std::uint32_t most = 1;
    std::uint32_t fewest = 1;
    Reach farthest = Reach::same_gpu();
    std::uint64_t seats = 0;  // which GPUs of which kinds, where rates depend on it; else 0
    auto operator<=>(const Shape&) const = default;
};

struct Example {
    std::uint64_t groups = 0;
    std::vector<std::uint32_t> ranks;  // of one group of the shape
};

// Spreads numbers so that sums of them tell sets apart (the finaliser of SplitMix64, Steele et al. 2014).
std::uint64_t spread(std::uint64_t number) {
    number += 0x9E3779B97F4A7C15ULL;
    number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ (number >> 27U)) * 0x94D049BB133111EBULL;
    return number ^ (number >> 31U);
}

// Whether all members of a domain see the same there, however many they are.
bool all_alike(const DomainKind& kind) {
    return kind.scale_up.kind == ScaleUpKind::switched && kind.scale_up.boards == 1;
}

// What of a GPU's seat in its domain bears on its rates.
std::uint32_t seat_of(const DomainKind& kind, const GpuPlace& place) {
    switch (kind.scale_up.kind) {
        case ScaleUpKind::switched:
            return kind.scale_up.boards == 1 ? 0 : kind.board_of(place.local);
        case ScaleUpKind::mesh:
            return 0;
        case ScaleUpKind::links:
            return place.local;
        case ScaleUpKind::none:
            return kind.cpu_of(place.gpu_in_server);
    }
    return 0;
}

Reach reach_of_slot(std::size_t slot) {
    if (slot == nvlink_slot) return Reach::nvlink();
    if (slot == pcie_slot) return Reach::pcie();
    return slot == unreachable_slot ? Reach::unreachable() : Reach::tier(slot - first_tier_slot);
}

class Classifier {
  public:
    Classifier(const Topology& topology, const Placement& placement, const Cells& cells)
        : topology_(topology), placement_(placement), cells_(cells) {
        seats_matter_ = topology.kinds().size() > 1;
        for (const DomainKind& kind : topology.kinds()) {
            seats_matter_ = seats_matter_ || !all_alike(kind);
        }
    }

    DimensionLinks classify(const RankGrid& grid, Dimension dimension) {
        const Groups groups(grid, dimension);
        std::map<Shape, Example> shapes;
        Shape last;
        Example* last_example = nullptr;
        groups.for_each_run([&](const GroupRun& run) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                if (i > 0 && sits_like_previous(run, i)) {
                    ++last_example->groups;
                    continue;
                }
                const Shape shape = shape_of(run, i, pattern_of(dimension));
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
        for (const auto& [shape, example] : shapes) add_class(links, rates(shape, example));
        put_in_order(links);
        return links;
    }

  private:
    // Whether every member sits in the same domain as that of the group before, and nothing else matters.
    // Neighbouring groups of outer dimensions mostly do.
    [[nodiscard]] bool sits_like_previous(const GroupRun& run, std::uint32_t i) const {
        if (seats_matter_ || cells_.size() != CellSize::domain) return false;
        const std::uint32_t* cell_of = cells_.of_rank().data() + run.first + i;
        return std::all_of(run.offsets.begin(), run.offsets.end(),
                           [&](std::uint32_t offset) { return cell_of[offset] == *(cell_of + offset - 1); });
    }

    Shape shape_of(const GroupRun& run, std::uint32_t i, HopPattern pattern) {
        Shape shape;
        shape.farthest = farthest_of(run, i, pattern);
        const std::uint32_t* cell_of = cells_.of_rank().data() + run.first + i;
        domains_.clear();
        for (const std::uint32_t offset : run.offsets) domains_.push_back(cells_.domain(cell_of[offset]));
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
        if (seats_matter_) shape.seats = seats_of(run, i);
        return shape;
    }

    // Of the hops of one group.
    [[nodiscard]] Reach farthest_of(const GroupRun& run, std::uint32_t i, HopPattern pattern) const {
        const std::uint32_t* cell_of = cells_.of_rank().data() + run.first + i;
        const auto& offsets = run.offsets;
        Reach farthest = Reach::same_gpu();
        for (std::size_t m = 1; m < offsets.size(); ++m) {
            farthest = std::max(farthest, reach(cell_of[offsets[m - 1]], cell_of[offsets[m]]));
        }
        if (pattern == HopPattern::ring && offsets.size() > 1)
            farthest = std::max(farthest, reach(cell_of[offsets.back()], cell_of[offsets.front()]));
        // Where cells are domains, the ends of a way reach no farther than the farthest hop on it. Within a
        // domain that lies across spans, or whose pairs are not all linked, they may.
        if (pattern != HopPattern::all_to_all || cells_.size() == CellSize::domain) return farthest;
        const Reach last = cells_.tiers() == 0 ? Reach::pcie() : Reach::tier(cells_.tiers() - 1);
        for (std::size_t a = 0; a < offsets.size() && farthest < last; ++a) {
            for (std::size_t b = a + 2; b < offsets.size(); ++b)
                farthest = std::max(farthest, reach(cell_of[offsets[a]], cell_of[offsets[b]]));
        }
        return farthest;
    }

    // The seats of each domain's members, without regard to their order nor to that of the domains.
    [[nodiscard]] std::uint64_t seats_of(const GroupRun& run, std::uint32_t i) {
        seats_.clear();
        for (const std::uint32_t offset : run.offsets) {
            const GpuPlace place = topology_.place(placement_.gpu_of[RankId(run.first + i + offset)]);
            const std::uint64_t seat = seat_of(topology_.kind_of(place), place);
            seats_.emplace_back(place.domain.value(), spread(std::uint64_t{place.kind} << 32U | seat));
        }
        std::sort(seats_.begin(), seats_.end());
        std::uint64_t all = 0;
        for (std::size_t begin = 0; begin < seats_.size();) {
            std::uint64_t one_domain = 0;
            std::size_t end = begin;
            while (end < seats_.size() && seats_[end].first == seats_[begin].first)
                one_domain += seats_[end++].second;
            all += spread(one_domain);
            begin = end;
        }
        return all;
    }

    [[nodiscard]] Reach reach(std::uint32_t a, std::uint32_t b) const {
        return reach_of_slot(cells_.size() == CellSize::domain ? reach_slot<CellSize::domain>(cells_, a, b)
                                                               : reach_slot<CellSize::rank>(cells_, a, b));
    }

    GroupClass rates(const Shape& shape, const Example& example) const {
        GroupClass result;
        result.groups = example.groups;
        result.members = static_cast<std::uint32_t>(example.ranks.size());
        result.domains = shape.domains;
        result.most_in_domain = shape.most;
        result.fewest_in_domain = shape.fewest;
        result.farthest = shape.farthest;
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
        std::optional<InsideRate> poorest;
        std::vector<std::uint32_t> members;
        for (std::size_t begin = 0; begin < places.size();) {
            std::size_t end = begin;
            members.clear();
            for (; end < places.size() && places[end].domain == places[begin].domain; ++end)
                members.push_back(places[end].local);
            if (members.size() > 1) {
                const InsideRate one = inside_rate(topology_.kind_of(places[begin]), members);
                poorest = poorest ? poorer(*poorest, one) : one;
            }
            begin = end;
        }
        result.inside = poorest->rate;
        result.inside_latency = poorest->latency;
        result.mates_by_pcie = poorest->mates_by_pcie;
        result.pcie = poorest->pcie;
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
    bool seats_matter_ = false;
    std::vector<std::uint32_t> domains_;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> seats_;
};

}  // namespace

bool DimensionLinks::all_on_nvlink() const {
    return std::all_of(classes.begin(), classes.end(),
                       [](const GroupClass& c) { return c.farthest <= Reach::nvlink(); });
}

const GroupClass& DimensionLinks::slowest() const {
    const auto level = [](const GroupClass& c) {
        return c.farthest.is_network() ? Reach::tier(0) : c.farthest;
    };
    const auto out = [this](const GroupClass& c) {
        return dimension == Dimension::pp ? c.network : c.network * c.fewest_in_domain;
    };
    return *std::max_element(classes.begin(), classes.end(), [&](const GroupClass& a, const GroupClass& b) {
        return std::tuple(level(a), out(b), a.farthest, b.inside) <
               std::tuple(level(b), out(a), b.farthest, a.inside);
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
