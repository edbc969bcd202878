#pragma once
// Cables between switches that are slower than they should be.

#include <string>
#include <string_view>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// One warning of all cables between switches that run below what both ends can, or below most cables of the
// switches at its ends to others (three at least, more than half of one rate): what crosses them has less
// than counted.
Findings switch_link_findings(const Cluster& cluster);

// A cable by its ends, the same from whichever end it is told.
std::string cable_key(std::string_view end, std::string_view port, std::string_view other,
                      std::string_view other_port);

}  // namespace railyard::cluster
