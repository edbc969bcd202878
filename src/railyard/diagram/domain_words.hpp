#pragma once
// What the domains and servers of a topology are called in pictures, where kinds may differ. Numbers of each
// kind stand in the order of Topology::kinds().

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

using OfKinds = std::vector<std::uint64_t>;

// Kinds may be partitioned: then an NVLink domain is not what stands in a row.
enum class Unit : std::uint8_t { physical, domains };

// "8 racks and 56 boxes"; "29 rack partitions"; "72 domains" where they go by more words than three. `before`
// stands between number and word: "8 more racks".
std::string counted_domains(const Topology& topology, const OfKinds& numbers, Unit unit,
                            std::string_view before = "");

// "200 trays"; "200 servers" where those of the kinds that are there have words of their own.
std::string counted_servers(const Topology& topology, const OfKinds& of_kinds, std::uint64_t servers);

// How many of these domains there are of each kind.
OfKinds kinds_of(const Topology& topology, const std::vector<DomainId>& domains);

// How many physical domains (racks) there are of each.
OfKinds physical_kinds_of(const Topology& topology);

}  // namespace railyard::diagram
