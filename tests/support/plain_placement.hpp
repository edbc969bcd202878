#pragma once
// Placement one block after the other, as the design's words have it, on a topology written out GPU by GPU;
// and the reach of two GPUs by a second, simpler way than railyard/topology/reach.hpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/topology/reach.hpp"
#include "railyard/topology/topology.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard::test {

struct PlainGpu {
    const DomainKind* kind = nullptr;
    std::uint32_t domain = 0;    // partitions counted apart
    std::uint32_t physical = 0;  // partitions not counted apart
    std::uint32_t server = 0;    // counted through everything
    std::uint32_t local = 0;     // in its physical domain
    std::uint32_t in_server = 0;
    bool is_there = true;
};

class PlainCluster {
  public:
    // The topology must end: nothing as needed.
    explicit PlainCluster(const Topology& topology);

    [[nodiscard]] const std::vector<PlainGpu>& gpus() const { return gpus_; }
    // The GPUs of each domain that are there, in order.
    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& domains() const { return domains_; }
    // Nothing where GPUs share NICs or have none: what those reach is more than a few lines can tell.
    [[nodiscard]] std::optional<Reach> reach(std::uint32_t a, std::uint32_t b) const;

  private:
    [[nodiscard]] bool meet_on_a_rail(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool nvlink_between(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] std::uint32_t span(std::uint32_t gpu, const Tier& tier) const;

    Network network_;
    std::vector<DomainKind> kinds_;
    std::vector<PlainGpu> gpus_;
    std::vector<std::vector<std::uint32_t>> domains_;
};

struct PlainPlacement {
    std::vector<std::uint32_t> gpu_of;  // by rank; shorter than the job where it does not fit
    std::uint32_t block = 1;
    std::uint32_t domains_used = 0;
    std::uint32_t servers_used = 0;
    std::uint32_t idle = 0;
    std::uint32_t spare = 0;
    std::uint32_t unavailable = 0;
    std::uint32_t available = 0;             // GPUs that the rules let be used, over all domains
    std::vector<std::uint32_t> passed_over;  // domains without a rank before the last used one
};

PlainPlacement place_plainly(const PlainCluster& cluster, const PlainRanks& ranks);

}  // namespace railyard::test
