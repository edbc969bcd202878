#pragma once
// How much each class of link carries in a step, against what it could carry. Bytes are counted where they
// are sent: on the sender's NVLinks, its server's NICs, and the links into every tier that a hop passes on
// its way up (on the way down they are the same by symmetry of the patterns). What pxn relays to another rail
// is sent twice: over NVLink, then by the NIC of the GPU that relays (relays.hpp).

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

enum class LinkClass {
    nvlink,  // all NVLinks of one GPU
    pcie,    // the PCIe way of one GPU, where NVLink does not join two of a domain
    nics,    // all NICs of one server, slowed by what the lowest tier lacks behind them
    into     // all links from one span of the tier below into a tier
};

struct LinkClassLoad {
    LinkClass kind = LinkClass::nvlink;
    std::size_t tier = 0;      // `into`
    std::uint64_t places = 0;  // GPUs, servers or spans that hold ranks or relay for them
    Bytes total;               // sent by all of them in a step
    Bytes busiest;             // by the one that its load keeps busy longest
    Bytes relayed;             // of `total`: for hops to other rails; `nvlink` alone
    Bytes busiest_relayed;     // of `busiest`
    BytesPerSecond capacity;   // of that one, per direction
    BytesPerSecond least;      // of the slowest and the fastest place: they differ where kinds of domain do
    BytesPerSecond most;
    std::string busiest_name;  // "rack0/tray3/gpu1", "rack0/tray3"; spans: "span 3"
    Seconds busy;              // busiest / capacity: at full rate, nothing else on the way
    Seconds mean;              // the same averaged over all places
};

// The classes that the topology has and the job could use, in the order of the enum, tiers bottom up. Time
// grows with hops.
std::vector<LinkClassLoad> link_loads(const Topology& topology, const Layout& layout, const Volumes& volumes,
                                      const Placement& placement);

}  // namespace railyard
