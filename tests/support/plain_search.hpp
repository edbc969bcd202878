#pragma once
// Reach, bandwidth and latency of GPU pairs, found by searching the explicit graph alone: breadth first,
// shortest paths and maximum flow, with none of the arithmetic of reach.cpp. Slow and plain, to hold the
// quick answers against.
//
// The rules of the road: GPUs and NICs forward nothing; NVSwitches forward between GPUs of one partition,
// CPUs inside one server, network switches everything. With cross_rail pxn, one of the two ends may use the
// NIC of another GPU that it reaches over NVLink and whose NIC joins the same span of the bottom tier.

#include <cstdint>
#include <functional>
#include <vector>

#include "railyard/topology/graph.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard::test {

class PlainSearch {
  public:
    // `graph` must outlive the search.
    PlainSearch(const Graph& graph, const Network& network);

    // The reach, what a lone pair gets at most, and the shortest one-way latency.
    struct Way {
        Reach reach;
        BytesPerSecond alone;
        Seconds latency;
    };
    [[nodiscard]] Reach reach(GpuId a, GpuId b) const;
    [[nodiscard]] Way way(GpuId a, GpuId b) const;

    // Links on the shortest ways between two GPUs through their own NICs and the network, and how many such
    // ways there are.
    struct ShortestWays {
        std::size_t links = 0;
        std::uint64_t count = 0;
    };
    [[nodiscard]] ShortestWays network_ways(GpuId a, GpuId b) const;

  private:
    using Nodes = std::vector<NodeId>;
    // Whether a search may go over an edge into a node.
    using Passes = std::function<bool(const Edge& edge, NodeId into)>;

    struct Join {
        const Edge* edge = nullptr;
        NodeId to;
    };

    [[nodiscard]] const Node& node(NodeId id) const { return graph_.nodes[id]; }
    [[nodiscard]] bool same_domain(NodeId a, NodeId b) const;
    [[nodiscard]] bool reaches(const Nodes& from, const Nodes& to, const Passes& passes) const;
    [[nodiscard]] bool nvlink_joins(NodeId a, NodeId b) const;
    [[nodiscard]] bool pcie_joins(NodeId a, NodeId b) const;
    [[nodiscard]] Nodes own_nics(NodeId gpu) const;
    [[nodiscard]] std::uint32_t bottom_span(NodeId nic) const;
    [[nodiscard]] Nodes nics_with_relays(NodeId gpu) const;
    [[nodiscard]] Seconds latency(const Nodes& from, const Nodes& to, const Passes& passes) const;
    [[nodiscard]] BytesPerSecond flow(const Nodes& from, const Nodes& to, const Passes& passes,
                                      BytesPerSecond most) const;
    [[nodiscard]] BytesPerSecond rate_of(const Nodes& nics) const;
    [[nodiscard]] Way network_way(NodeId a, NodeId b, Reach reach) const;

    static bool over_nvlink(const Edge& edge);
    static bool over_pcie(const Edge& edge);
    [[nodiscard]] Passes nvlink_between(NodeId b) const;
    [[nodiscard]] Passes pcie_between(NodeId a, NodeId b) const;
    [[nodiscard]] Passes network_up_to(std::size_t tier, Nodes to) const;

    const Graph& graph_;
    CrossRail cross_rail_;
    std::size_t tiers_;
    IdVector<NodeId, std::vector<Join>> joins_;
};

}  // namespace railyard::test
