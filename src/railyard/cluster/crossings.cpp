#include "railyard/cluster/crossings.hpp"

#include <algorithm>
#include <limits>

#include "railyard/job/groups.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/traffic.hpp"

namespace railyard::cluster {
namespace {

constexpr std::uint32_t no_part = std::numeric_limits<std::uint32_t>::max();  // nothing is known of the host

std::vector<std::uint32_t> parts_of_ranks(const Seats& seats, const Grouping& grouping) {
    std::vector<std::uint32_t> parts;
    parts.reserve(seats.size());
    for (const std::uint32_t seat : seats.items()) {
        const std::uint32_t part = grouping.part_of[seat];
        parts.push_back(grouping.knows(part) ? part : no_part);
    }
    return parts;
}

// Counts members of one group by part, without clearing more than was touched.
class Tally {
  public:
    explicit Tally(std::size_t parts) : counts_(parts, 0) {}

    void start() {
        for (const std::uint32_t part : touched_) counts_[part] = 0;
        touched_.clear();
    }
    void add(std::uint32_t part) {
        if (part != no_part && counts_[part]++ == 0) touched_.push_back(part);
    }
    [[nodiscard]] const std::vector<std::uint32_t>& parts() const { return touched_; }
    // Ordered pairs of members in different parts.
    [[nodiscard]] std::uint64_t crossing_pairs() const {
        std::uint64_t members = 0;
        std::uint64_t inside = 0;
        for (const std::uint32_t part : touched_) {
            const std::uint64_t count = counts_[part];
            members += count;
            inside += count * count;
        }
        return members * members - inside;
    }

  private:
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint32_t> touched_;
};

// One dimension over one grouping.
class Counter {
  public:
    Counter(const Layout& layout, Dimension dimension, const std::vector<std::uint32_t>& part_of,
            std::size_t parts)
        : pattern_(pattern_of(dimension)), part_of_(part_of), tally_(parts) {
        bytes_of_ = bytes_per_hop(layout, reference_volumes(layout), dimension);
        if (dimension == Dimension::pp) wrap_ = bytes_per_wrap(layout);
    }

    void group(const GroupRun& run, std::uint32_t number) {
        const std::uint32_t base = run.first + number;
        const auto& offsets = run.offsets;
        if (pattern_ == HopPattern::all_to_all) {
            tally_.start();
            for (const std::uint32_t offset : offsets) tally_.add(part_of_[base + offset]);
            return add(tally_.crossing_pairs(), bytes_of_[run.stage]);
        }
        std::uint64_t hops = 0;
        for (std::size_t j = 0; j + 1 < offsets.size(); ++j) {
            if (!crosses(base + offsets[j], base + offsets[j + 1])) continue;
            ++hops;
            if (pattern_ == HopPattern::chain) result_.bytes += bytes_of_[j];
        }
        const bool closing = crosses(base + offsets.back(), base + offsets.front());
        if (pattern_ == HopPattern::chain) {
            if (closing) result_.bytes += wrap_;
            return add(hops, Bytes{});
        }
        add(hops + (closing ? 1 : 0), bytes_of_[run.stage]);
    }

    [[nodiscard]] const Crossings& result() const { return result_; }

  private:
    [[nodiscard]] bool crosses(std::uint32_t a, std::uint32_t b) const {
        return part_of_[a] != part_of_[b] && part_of_[a] != no_part && part_of_[b] != no_part;
    }
    void add(std::uint64_t hops, Bytes per_hop) {
        result_.hops += hops;
        result_.groups += hops > 0 ? 1 : 0;
        result_.bytes += per_hop * static_cast<double>(hops);
    }

    HopPattern pattern_;
    const std::vector<std::uint32_t>& part_of_;
    Tally tally_;
    std::vector<Bytes> bytes_of_;
    Bytes wrap_;
    Crossings result_;
};

std::uint64_t hops_per_group(HopPattern pattern, std::uint64_t members) {
    switch (pattern) {
        case HopPattern::ring:
            return members;
        case HopPattern::all_to_all:
            return members * (members - 1);
        case HopPattern::chain:
            return members - 1;
    }
    return 0;
}

}  // namespace

std::vector<DimensionCrossings> count_crossings(const Layout& layout, const RankGrid& grid,
                                                const Seats& seats, const std::vector<Grouping>& groupings) {
    std::vector<std::vector<std::uint32_t>> parts;
    for (const Grouping& grouping : groupings) parts.push_back(parts_of_ranks(seats, grouping));
    std::vector<DimensionCrossings> all;
    for (const Dimension dimension : dimensions_of(layout)) {
        const Groups groups(grid, dimension);
        DimensionCrossings& result = all.emplace_back();
        result.dimension = dimension;
        result.groups = groups.count();
        result.hops = groups.count() * hops_per_group(pattern_of(dimension), groups.members());
        for (std::size_t g = 0; g < groupings.size(); ++g) {
            Counter counter(layout, dimension, parts[g], groupings[g].names.size());
            groups.for_each_run([&](const GroupRun& run) {
                for (std::uint32_t i = 0; i < run.count; ++i) counter.group(run, i);
            });
            result.by_grouping.push_back(counter.result());
        }
    }
    return all;
}

std::vector<BrokenGroup> broken_groups(const Layout& layout, const RankGrid& grid, const Seats& seats,
                                       const Grouping& whole, const Grouping& cut) {
    const auto whole_parts = parts_of_ranks(seats, whole);
    const auto cut_parts = parts_of_ranks(seats, cut);
    Tally in_whole(whole.names.size());
    Tally in_cut(cut.names.size());
    std::vector<BrokenGroup> broken;
    for (const Dimension dimension : dimensions_of(layout)) {
        const Groups groups(grid, dimension);
        std::vector<std::uint32_t> lowest;  // ranks of all groups
        const std::size_t first_of_dimension = broken.size();
        groups.for_each_run([&](const GroupRun& run) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                const std::uint32_t base = run.first + i;
                lowest.push_back(base + *std::min_element(run.offsets.begin(), run.offsets.end()));
                in_whole.start();
                in_cut.start();
                for (const std::uint32_t offset : run.offsets) {
                    in_whole.add(whole_parts[base + offset]);
                    in_cut.add(cut_parts[base + offset]);
                }
                if (in_whole.parts().size() > 1 || in_cut.parts().size() < 2) continue;
                BrokenGroup& group = broken.emplace_back();
                group.dimension = dimension;
                for (const std::uint32_t offset : run.offsets) group.ranks.emplace_back(base + offset);
                group.parts = in_cut.parts();
            }
        });
        std::sort(lowest.begin(), lowest.end());
        for (std::size_t i = first_of_dimension; i < broken.size(); ++i) {
            const RankId first = *std::min_element(broken[i].ranks.begin(), broken[i].ranks.end());
            broken[i].number = static_cast<std::uint32_t>(
                std::lower_bound(lowest.begin(), lowest.end(), first.value()) - lowest.begin());
        }
        std::sort(broken.begin() + static_cast<std::ptrdiff_t>(first_of_dimension), broken.end(),
                  [](const BrokenGroup& a, const BrokenGroup& b) { return a.number < b.number; });
    }
    return broken;
}

std::vector<StraddlingGroups> straddling_groups(const Layout& layout, const RankGrid& grid,
                                                const Seats& seats, const Grouping& grouping,
                                                std::size_t most_named) {
    const auto part_of = parts_of_ranks(seats, grouping);
    Tally tally(grouping.names.size());
    std::vector<StraddlingGroups> all;
    for (const Dimension dimension : dimensions_of(layout)) {
        const Groups groups(grid, dimension);
        StraddlingGroups& result = all.emplace_back();
        result.dimension = dimension;
        result.all = groups.count();
        std::vector<std::uint32_t> lowest;  // ranks of all groups
        // Those named by their lowest ranks, which become numbers when all are known.
        std::vector<StraddlingGroups::Named>& first = result.first;
        groups.for_each_run([&](const GroupRun& run) {
            const std::uint32_t least = *std::min_element(run.offsets.begin(), run.offsets.end());
            for (std::uint32_t i = 0; i < run.count; ++i) {
                const std::uint32_t base = run.first + i;
                lowest.push_back(base + least);
                tally.start();
                for (const std::uint32_t offset : run.offsets) tally.add(part_of[base + offset]);
                if (tally.parts().size() < 2) continue;
                ++result.count;
                const auto place = std::find_if(first.begin(), first.end(),
                                                [&](const auto& it) { return it.number > base + least; });
                if (place == first.end() && first.size() == most_named) continue;
                first.insert(place, {base + least, tally.parts()});
                if (first.size() > most_named) first.pop_back();
            }
        });
        std::sort(lowest.begin(), lowest.end());
        for (StraddlingGroups::Named& each : first) {
            each.number = static_cast<std::uint32_t>(
                std::lower_bound(lowest.begin(), lowest.end(), each.number) - lowest.begin());
        }
    }
    return all;
}

}  // namespace railyard::cluster
