#pragma once
// Pins that no placement can keep because what they hold together is larger than what would have to hold it:
// known before anything is placed, and why.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/pins.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// At least as many GPUs as lie within a reach of each other anywhere in a topology.
std::uint32_t most_within(const Topology& topology, Reach reach);

class PinSizes {
  public:
    // `pins` must outlive it.
    PinSizes(const Topology& topology, const Model& model, const std::vector<Pin>& pins);
    PinSizes(const Topology&, const Model&, std::vector<Pin>&&) = delete;

    // Ranks that pin number `pin` holds together, of a job with these degrees.
    [[nodiscard]] std::uint32_t held(std::size_t pin, const Degrees& degrees) const;
    [[nodiscard]] bool is_too_large(std::size_t pin, const Degrees& degrees) const;
    // Preferred pins that are.
    [[nodiscard]] std::uint32_t preferred_too_large(const Degrees& degrees) const;
    // GPUs that there are for what pin number `pin` holds together, at most.
    [[nodiscard]] std::uint32_t room(std::size_t pin) const { return room_[pin]; }

  private:
    const std::vector<Pin>& pins_;
    bool has_experts_ = false;         // the model
    std::vector<std::uint32_t> room_;  // by pin
};

}  // namespace railyard::search
