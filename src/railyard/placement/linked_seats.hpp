#pragma once
// Which GPUs of a domain NVLink joins.

#include <cstdint>
#include <vector>

#include "railyard/placement/hops.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

class LinkedSeats {
  public:
    explicit LinkedSeats(const DomainKind& kind);

    // Every two: behind switches and in meshes.
    [[nodiscard]] bool all() const { return all_; }
    [[nodiscard]] bool any() const { return all_ || !linked_.empty(); }
    // Two GPUs by their numbers in the domain.
    [[nodiscard]] bool linked(std::uint64_t a, std::uint64_t b) const {
        return all_ || (!linked_.empty() && linked_[a * gpus_ + b] != 0);
    }
    // Whether all hops among some of them, in group order, are over NVLink (those of pp without the wrap).
    [[nodiscard]] bool joins(const std::vector<std::uint32_t>& members, HopPattern pattern) const;

  private:
    bool all_ = false;
    std::uint64_t gpus_ = 0;
    std::vector<std::uint8_t> linked_;  // gpus x gpus, where links are listed
};

}  // namespace railyard
