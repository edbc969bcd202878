#pragma once
// Rank files of Open MPI: "rank 0=n1 slot=0-11", a line for each rank, in any order. Hosts that are relative
// to the allocation (+n0) say no name and are refused.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::cluster {

// Whether the first line that says anything gives a rank its host.
bool is_rankfile(std::string_view text);

// The host of each rank, by rank. Throws InputError: a line of another form, a rank that is there twice or
// missing below the highest, no rank at all. What a rank is bound to is read and counts for nothing. Linear
// in the text but for one sort of its lines.
std::vector<std::string> read_rankfile(const input::Source& source);

// The hosts, each once, in the order of their first ranks.
std::vector<std::string> hosts_of(const std::vector<std::string>& host_of_rank);

// Ranks that a rank file starts elsewhere than a placement seats them: on a host of another server, or on one
// host with those of another server. Numbers of ranks that differ are one such.
struct RanksElsewhere {
    std::size_t count = 0;
    std::uint32_t first = 0;     // rank
    std::string expected, seen;  // hosts; "no host" where one of the two does not have the rank
};
std::optional<RanksElsewhere> ranks_elsewhere(const std::vector<std::string>& host_of_rank,
                                              const Topology& topology, const Placement& placement);

}  // namespace railyard::cluster
