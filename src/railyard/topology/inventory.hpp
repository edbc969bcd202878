#pragma once
// What hardware is made of: how many GPUs, switches, CPUs, NICs and links there are. Counted on the graph of
// one domain of each kind, and by arithmetic for the network, so that a million GPUs cost what one domain
// does.

#include <cstdint>
#include <vector>

#include "railyard/topology/graph.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Links between parts of two kinds, parallel ones counted one by one.
struct LinkCount {
    NodeKind a = NodeKind::gpu;
    NodeKind b = NodeKind::gpu;
    std::uint64_t count = 0;
    BytesPerSecond bandwidth;  // of one, per direction
};

// Inside one domain, or inside several added up.
struct DomainInventory {
    std::uint64_t servers = 0;
    std::uint64_t gpus = 0;
    std::uint64_t nvswitches = 0;
    std::uint64_t cpus = 0;
    std::uint64_t nics = 0;
    std::vector<LinkCount>
        links;  // in the order GPU-NVSwitch, NVSwitch-NVSwitch, GPU-GPU, GPU-CPU, GPU-NIC, CPU-CPU
};

DomainInventory inventory_of(const DomainKind& kind);

// Switches of a tier and what joins them: NICs to the bottom tier, the switches of the tier below to the
// others.
struct TierInventory {
    std::uint64_t spans = 0;
    std::uint64_t switches = 0;
    std::uint64_t links_from_below = 0;
};

// One for each tier, bottom up. The topology must be finite.
std::vector<TierInventory> network_inventory(const Topology& topology);

}  // namespace railyard
