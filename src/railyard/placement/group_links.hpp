#pragma once
// What a group sees of the topology: how its members lie in domains, how far it reaches, and the rates and
// latencies on its way. Every cost model is fed with this and with nothing else of a topology; it is computed
// from the topology's files alone.

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard {

// Groups of one dimension that see the same.
struct GroupClass {
    std::uint64_t groups = 0;
    std::uint32_t members = 1;
    std::uint32_t domains = 1;         // that the members lie in
    std::uint32_t most_in_domain = 1;  // members in one of them
    std::uint32_t fewest_in_domain = 1;
    Reach farthest;  // of the hops of the group (of pp without the wrap); same GPU for one member
    // Inside a domain, for one member: switched, all of its NVLinks; mesh or listed, its links to other
    // members in the domain, the poorest member counts; no NVLink, the narrowest PCIe way of a ring: between
    // CPUs the groups of a server share the link, each crosses it once.
    // Zero where no two members share a domain.
    BytesPerSecond inside;
    Seconds inside_latency;  // the longest of a pair
    // Where listed links join some pairs in a domain and not others: of a member's mates there the most that
    // it reaches by PCIe alone; without NVLink those on other CPUs. And its rate to them when all GPUs send
    // (the poorest of the class). Rings go around these, or cross once; an all-to-all cannot.
    std::uint32_t mates_by_pcie = 0;
    BytesPerSecond pcie;
    // Out of the domain, for one member when all GPUs send at this reach: its share of the NICs, divided by
    // the oversubscription of the tiers passed. Zero where the group lies in one domain.
    BytesPerSecond network;
    BytesPerSecond network_alone;  // for a member that sends alone: its own NICs, whole
    Seconds network_latency;
};

struct DimensionLinks {
    Dimension dimension = Dimension::tp;
    std::vector<GroupClass> classes;  // most groups first

    // Whether every group lies in one domain with NVLink all the way.
    [[nodiscard]] bool all_on_nvlink() const;
    // The class whose groups are slowest to serve. Of those that leave a domain, the lowest rate out of one:
    // all members there carry what leaves it, so the fewest in a domain count (a stage of pp sends by
    // itself). Then the farthest reach, then the lowest inside rate.
    [[nodiscard]] const GroupClass& slowest() const;
};

// Of each dimension, in the order given. One pass over the ranks for each.
std::vector<DimensionLinks> group_links(const Topology& topology, const RankGrid& grid,
                                        const Placement& placement, const std::vector<Dimension>& dimensions);

}  // namespace railyard
