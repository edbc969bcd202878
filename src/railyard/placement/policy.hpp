#pragma once
// Policies: how blocks go to domains. Each is one function in a file of its own; policy.cpp has the table.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "railyard/placement/placement.hpp"

namespace railyard {

// The domains of a topology as a policy sees them: how many GPUs each offers, one after the other.
class Offers {
  public:
    // `per_domain`: at most so many GPUs of each; 0: all available ones.
    Offers(const Topology& topology, std::uint32_t per_domain);

    [[nodiscard]] std::uint32_t domains() const { return topology_.domain_count(); }
    [[nodiscard]] std::uint32_t of(DomainId domain) const;
    // The most that any domain offers.
    [[nodiscard]] std::uint32_t largest() const { return largest_; }
    // From this domain on all offers repeat without end and none is larger than `endless_largest`;
    // `domains()` for topologies that end.
    [[nodiscard]] std::uint32_t endless_from() const { return endless_from_; }
    [[nodiscard]] std::uint32_t endless_largest() const { return endless_largest_; }
    // Sum over all domains, at most Topology::unlimited.
    [[nodiscard]] std::uint32_t total() const;

  private:
    [[nodiscard]] std::uint32_t capped(std::uint32_t gpus) const;

    const Topology& topology_;
    std::uint32_t per_domain_;
    std::uint32_t largest_ = 0;
    std::uint32_t endless_from_ = 0;
    std::uint32_t endless_largest_ = 0;
};

// What a policy makes of a job: segments for all ranks, or for as many as found a place.
struct Plan {
    std::vector<Segment> segments;
    std::vector<PassedOver> passed_over;
    std::uint32_t placed = 0;
};

Plan plan_aligned(const Offers& offers, std::uint32_t ranks, std::uint32_t block);
Plan plan_packed(const Offers& offers, std::uint32_t ranks, std::uint32_t block);

struct PolicyEntry {
    Policy policy;
    std::string_view name;
    std::string_view about;
    Plan (*plan)(const Offers&, std::uint32_t ranks, std::uint32_t block);
};

// All policies, in the order of the enum.
const std::vector<PolicyEntry>& policies();

}  // namespace railyard
