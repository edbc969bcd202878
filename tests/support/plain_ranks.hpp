#pragma once
// Ranks, groups and hops the long way: coordinates digit by digit, groups as lists in a map, hops as pairs.
// Shares nothing with the rank grid and the counting that it is compared with.

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard::test {

// A job as a test gives it.
struct PlainJob {
    Degrees degrees;
    std::vector<OrderItem> order;
    PlacementRules rules;
};

// A group: its ranks in the order of the dimension's coordinate, and its stage (0 for pp).
struct PlainGroup {
    std::vector<std::uint32_t> ranks;
    std::uint32_t stage = 0;
};

struct PlainHop {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

class PlainRanks {
  public:
    explicit PlainRanks(PlainJob job);

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(coordinates_.size()); }
    [[nodiscard]] const PlainJob& job() const { return job_; }
    [[nodiscard]] std::uint32_t coordinate(std::uint32_t rank, Dimension d) const {
        return coordinates_[rank][static_cast<std::size_t>(d)];
    }
    // All groups of a dimension, each once.
    [[nodiscard]] std::vector<PlainGroup> groups(Dimension d) const;
    // The smallest number of ranks that divides the job such that no run of so many, counted from rank 0,
    // cuts a group that the job's rules keep.
    [[nodiscard]] std::uint32_t block() const;

  private:
    // Ranks that differ in nothing but the entries of the order that are marked.
    [[nodiscard]] std::vector<PlainGroup> groups_of_entries(const std::vector<bool>& marked) const;
    [[nodiscard]] std::vector<PlainGroup> kept_groups(const OrderItem& item) const;

    PlainJob job_;
    std::vector<std::array<std::uint32_t, dimension_count>> coordinates_;
    std::vector<std::vector<std::uint32_t>> digits_;  // [rank][entry of the order]
};

// The hops of one group, without the wrap of pp: a ring, every ordered pair for ep, a chain for pp.
std::vector<PlainHop> plain_hops(const PlainGroup& group, Dimension d);

}  // namespace railyard::test
