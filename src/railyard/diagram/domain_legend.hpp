#pragma once
// What the lines of a domain's picture mean.

#include <cstdint>
#include <vector>

#include "railyard/diagram/domain_parts.hpp"
#include "railyard/diagram/folded_graph.hpp"
#include "railyard/diagram/legend.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard::diagram {

// Links from GPU to GPU: one, two and more are told apart by their width.
Line direct_stroke(std::uint64_t count);

// More than two CPUs meet on one line: any two of them are joined.
bool cpus_on_a_bus(const DomainKind& kind);

// Rates that were assumed are said to be.
void add_domain_legend(Legend& legend, const DomainKind& kind, const DomainParts& parts,
                       const std::vector<Bundle>& bundles, const AssumedParts& assumed = {});

}  // namespace railyard::diagram
