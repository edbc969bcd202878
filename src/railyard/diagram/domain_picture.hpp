#pragma once
// One scale-up domain in detail: GPUs, NVSwitches and the NVLinks between them, CPUs, PCIe and NICs. Servers
// of a large domain are folded but for the first, NVSwitches into one part for each board.

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"
#include "railyard/topology/assumed.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// What of a domain is drawn one by one, beside what always is.
struct DomainUnfold {
    std::set<std::uint32_t> servers;  // by their number in the domain
    bool nvswitches = false;
};

// What a file did not tell: `notes` stand below the heading, what was assumed has a mark.
struct Untold {
    std::vector<std::string> notes;
    AssumedParts assumed;
};

// `domain`: the physical domain of this number.
Scene domain_scene(const Topology& topology, std::uint32_t domain, const DomainUnfold& unfold,
                   const Untold& untold = {});

}  // namespace railyard::diagram
