#pragma once
// Bytes that every rank sends in a step, by how far, and what of them crosses NVLink first because pxn relays
// it.

#include <map>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct SentBytes {
    std::vector<std::vector<Bytes>> by_slot;  // [slot of reach (pair_reach.hpp)][rank]
    // Sent over the NVLinks of a GPU on the way to another rail: the sender's, or of one that relays for the
    // receiver and need not hold a rank. Also in the slots of the tiers that the hops reach.
    std::map<GpuId, Bytes> relayed;
    // What leaves a domain by the NIC of another server than the sender's, which NVLink takes it to: by the
    // GPU beside that NIC, and by the rank that sends it. Where domains are switched or meshes every server
    // has all rails that its domain has, and there is none.
    std::map<GpuId, Bytes> by_far_nic;
    std::map<RankId, Bytes> to_far_nic;
};

// Time grows with hops.
SentBytes sent_bytes(const Topology& topology, const Layout& layout, const Volumes& volumes,
                     const Placement& placement);

}  // namespace railyard
