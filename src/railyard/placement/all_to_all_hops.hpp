#pragma once
// Counting every ordered pair of a group without walking the pairs: pairs that share something are a sum of
// squares, so it is enough to know how many members each domain and each span holds.

#include <cstdint>
#include <vector>

#include "railyard/job/groups.hpp"
#include "railyard/placement/cells.hpp"
#include "railyard/placement/pair_reach.hpp"

namespace railyard {

class AllToAllCounter {
  public:
    explicit AllToAllCounter(const Cells& cells) : cells_(cells) {}

    // Adds the pairs of all groups of a run to the slots; returns how many of the groups are wholly on
    // NVLink. n log n for a group of n (n if its members stand in the order of their domains).
    std::uint64_t count(const GroupRun& run, ReachSlots& slots);

  private:
    struct ClassCount {
        std::uint64_t key = 0;
        std::uint32_t relay_class = 0;
        std::uint64_t members = 0;
    };

    [[nodiscard]] std::uint64_t count_group(ReachSlots& slots);
    std::uint64_t inside_domains(ReachSlots& slots);
    std::uint64_t pairs_in_domains(const std::vector<std::uint32_t>& members);
    std::uint64_t pairs_meeting(std::size_t tier, std::uint64_t in_domains);
    template <class Key>
    std::uint64_t pairs_with_equal(const std::vector<std::uint32_t>& members, Key key);
    template <class Key>
    std::uint64_t relayed_pairs_with_equal(Key key);

    const Cells& cells_;
    std::vector<std::uint32_t> members_;   // cells of the group at hand
    std::vector<std::uint32_t> outgoing_;  // those that have a way out of their domain
    std::vector<std::uint64_t> keys_;
    std::vector<ClassCount> classes_;
};

}  // namespace railyard
