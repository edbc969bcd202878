#pragma once
// The ways in which a cluster divides some of its hosts: by NVLink domain, by block, and by what the switches
// of each level reach.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

enum class GroupingKind { domain, block, switches };

// Hosts in the same part reach each other without leaving it.
struct Grouping {
    GroupingKind kind = GroupingKind::block;
    std::uint32_t level = 0;             // of switches: 0 is the leaf
    std::string word;                    // "block"
    std::string plural;                  // "blocks"
    std::vector<std::string> names;      // of the parts, for people
    std::vector<std::uint32_t> part_of;  // by position in the list of hosts
    std::vector<bool> is_unknown;        // by part: nothing is known of its only host; empty: none is

    [[nodiscard]] bool knows(std::uint32_t part) const {
        return part >= is_unknown.size() || !is_unknown[part];
    }
    [[nodiscard]] bool knows_all() const {
        return std::find(is_unknown.begin(), is_unknown.end(), true) == is_unknown.end();
    }
};

// The groupings that the cluster tells of, NVLink domains first, then blocks, then switches from the leaves
// up, over `hosts` alone: what is not in the list joins nothing. None for an unknown host (HostId()); a host
// of which nothing is known is a part of its own. Levels above which nothing changes are left out,
// and so are blocks that are the NVLink domains; their names stand for those of the domains then.
std::vector<Grouping> groupings_of(const Cluster& cluster, const std::vector<HostId>& hosts);

// Those of one kind alone, whatever else the cluster tells of: one of NVLink domains or blocks, switches of
// each level; none where it tells of no such thing.
std::vector<Grouping> groupings_of(const Cluster& cluster, const std::vector<HostId>& hosts,
                                   GroupingKind kind);

}  // namespace railyard::cluster
