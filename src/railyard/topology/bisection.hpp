#pragma once
// Bisection bandwidth: what can pass, per direction, between two halves of the GPUs under one span.

#include <optional>

#include "railyard/topology/topology.hpp"

namespace railyard {

// Largest listed domain whose bisection is searched for exactly: C(16, 8) / 2 halves.
inline constexpr std::uint32_t largest_exact_bisection = 16;

// Of one scale-up domain of a kind: the whole, or one of its partitions. The worst of all splits into halves
// (an odd GPU more on one side). Switched: half the GPUs times the NVLinks of one, or what the trunks between
// two boards let pass; mesh and listed: the links between the halves. Nothing for listed links beyond
// `largest_exact_bisection` GPUs. Zero without NVLink.
std::optional<BytesPerSecond> domain_bisection(const DomainKind& kind, std::uint32_t partition = 0);

// Of the first span of a tier (for the last tier: of all that `topology` has; it must be finite): half the
// NICs below it, divided by what the oversubscription ratios up to and with the tier come to.
BytesPerSecond tier_bisection(const Topology& topology, std::size_t tier);

}  // namespace railyard
