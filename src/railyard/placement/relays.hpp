#pragma once
// Which hops pxn relays: between domains, to a GPU that has no NIC on a rail of the sender's, the bytes cross
// NVLink once more on their way, and where. As everywhere, one of the two ends may use the NIC of another GPU
// of its domain (reach.hpp); the sender's does where both could (NCCL's PXN is the sender's).

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {

struct Relay {
    GpuId sender;
    GpuId beside_nic;   // the GPU beside whose NIC the bytes leave the sender's domain
    GpuId over_nvlink;  // the one that sends them over NVLink: the sender, or who relays for the receiver
};

class Relays {
  public:
    // `topology` and `placement` must outlive it. Time grows with ranks times the GPUs of a domain where a
    // domain may lie across spans of the lowest tier, otherwise with ranks.
    Relays(const Topology& topology, const Placement& placement);

    // Whether any two GPUs with ranks are on different rails and one can relay.
    [[nodiscard]] bool any() const { return !class_of_.empty(); }
    // Of a hop between two ranks of different domains; nothing where they share a rail, or change rails above
    // the lowest tier.
    [[nodiscard]] std::optional<Relay> of(RankId from, RankId to);

  private:
    enum class End : std::uint8_t { none, sender, receiver };

    [[nodiscard]] GpuId relay_for(RankId rank, std::uint16_t other);
    [[nodiscard]] GpuId find_relay(RankId rank, const std::vector<std::uint8_t>& wanted) const;
    [[nodiscard]] bool relays_to(const GpuPlace& place, GpuId gpu,
                                 const std::vector<std::uint8_t>& wanted) const;

    const Topology& topology_;
    const Placement& placement_;
    std::vector<BottomRails> classes_;
    std::vector<std::uint16_t> class_of_;  // [rank]; empty: nothing is relayed
    std::vector<End> ends_;                // [class of sender][class of receiver]
    std::map<std::pair<std::uint32_t, std::uint16_t>, GpuId> found_;
};

}  // namespace railyard
