#pragma once
// Why required pins were not to be had, and what would do instead, in words.

#include <string>
#include <vector>

#include "railyard/search/pin_tally.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// A sentence or two for each pin that nothing kept, and for each set of pins that nothing kept together.
// `cuts`: all degrees that were asked about; not empty.
std::vector<std::string> why_unmet(const UnmetPins& unmet, const std::vector<Pin>& pins,
                                   const Topology& topology, const Model& model,
                                   const std::vector<Degrees>& cuts);

}  // namespace railyard::search
