#pragma once
// The explicit graph of a topology: a node for every GPU, NVSwitch, CPU, NIC and network switch, and an edge
// for every bundle of like links. It is what `show` counts and `draw` draws, and what the tests search to
// hold the quick answers of reach.hpp against. A topology itself needs no graph, so one is built only where
// it is used.

#include <cstdint>
#include <string_view>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

enum class NodeKind : std::uint8_t { gpu, nvswitch, cpu, nic, network_switch };

struct Node {
    NodeKind kind = NodeKind::gpu;
    std::uint32_t physical = 0;   // physical domain; for a network switch: its span
    std::uint32_t partition = 0;  // GPUs: the scale-up domain within the physical one
    std::uint32_t number = 0;     // GPU: GpuId's value; NVSwitch: in its domain; CPU, NIC: in its server;
                                  // network switch: in its span
    std::uint32_t server = 0;     // counted through all domains; unused by switches
    std::uint32_t tier = 0;       // network switches
    std::uint32_t rail = 0;       // network switches of the bottom tier
};

enum class EdgeKind : std::uint8_t {
    nvlink,        // GPU to GPU or to NVSwitch (xGMI too)
    nvlink_trunk,  // NVSwitch to NVSwitch
    pcie,          // GPU to CPU, GPU to the NIC beside it
    c2c,           // GPU to CPU, other than PCIe
    cpu_link,      // between the CPUs of a server
    network        // NIC to switch, switch to switch
};

// `count` parallel links; bandwidth and latency are those of one, per direction.
struct Edge {
    NodeId a;
    NodeId b;
    EdgeKind kind = EdgeKind::nvlink;
    std::uint32_t count = 1;
    BytesPerSecond bandwidth;
    Seconds latency;
};

struct Graph {
    IdVector<NodeId, Node> nodes;
    std::vector<Edge> edges;
    IdVector<GpuId, NodeId> gpu_nodes;
};

// Builds the graph of all domains and the network above them. The topology must be finite (not as needed):
// choose a size with Topology::with_last_run. The partitions of a domain share its NVSwitches, which forward
// only between GPUs of one partition.
Graph build_graph(const Topology& topology);

// Switches of a tier: how many per span, of them joined to one NIC or lower switch (one per plane), and
// whether the file said so (otherwise they are logical: one per span, at the bottom one per rail).
struct TierSwitches {
    std::uint32_t per_span = 1;
    std::uint32_t planes = 1;
    bool given = false;
};
TierSwitches tier_switches(const Network& network, std::size_t tier);

// Spans of a tier that the topology fills, the last one perhaps in part.
std::uint32_t spans_of_tier(const Topology& topology, std::size_t tier);

}  // namespace railyard
