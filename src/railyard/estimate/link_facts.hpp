#pragma once
// What the traffic of a group, and a send between stages, sees of links, as facts of the calibrated model.

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/step_facts.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Out of a domain: by all members of a group there together, or by each alone.
enum class Carried { together, alone };
FactList link_facts(const Topology& topology, const CalibratedMachine& machine, const GroupClass& group,
                    Carried carried);

// The slowest hop of a chain counts.
FactList send_facts(const Topology& topology, const CalibratedMachine& machine);

}  // namespace railyard
