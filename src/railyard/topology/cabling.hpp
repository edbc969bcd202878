#pragma once
// Switches and cables as one would buy them. `graph.hpp` has logical switches and one edge between two of
// them whatever its width; here cables are counted by the bandwidth that the oversubscription leaves, and
// switches by their ports.

#include <cstdint>
#include <vector>

#include "railyard/topology/topology.hpp"

namespace railyard {

// What a number of switches was taken from.
enum class SwitchesFrom : std::uint8_t {
    file,         // `switches` of the topology
    thinned,      // the same, in proportion to the cables: another oversubscription was set from outside
    overfull,     // cables over `ports` of the tier: the number that is given has too few of them
    ports,        // cables over `ports` of the tier
    other_ports,  // over those of the nearest tier that says them
    nothing       // no tier says ports: there is no number
};

struct TierCabling {
    std::uint64_t switches = 0;
    std::uint64_t cables =
        0;  // from below: of NICs at the bottom, of the switches of the tier below elsewhere
    SwitchesFrom from = SwitchesFrom::file;
    std::size_t ports_of = 0;  // the tier that said them
};

// One for each tier, bottom up. The topology must be finite. A cable carries what one of a NIC's does, so
// that into a tier there are as many as NICs, over the oversubscriptions up to it; a switch has ports for the
// cables from below and for those up. What is fractional is rounded up in each span, and
// switches have ports for those rounded numbers.
std::vector<TierCabling> cabling_of(const Topology& topology);

// NVSwitch chips of one domain: those of its file; where GPUs of the domain were set from outside and chips
// were not, as many as keep the GPUs of a chip.
std::uint32_t nvswitches_of(const DomainKind& kind);

}  // namespace railyard
