#pragma once
// Bisection bandwidth: what can pass, per direction, between two halves of the GPUs under one span.

#include <optional>

#include "railyard/topology/topology.hpp"

namespace railyard {

// Largest listed domain whose bisection is searched for exactly: C(16, 8) / 2 halves.
inline constexpr std::uint32_t largest_exact_bisection = 16;

// Of one whole scale-up domain of a kind. Switched: half the GPUs times the NVLinks of one, or the trunks
// between two boards if those are less; mesh: the links between the halves; listed: the worst of all equal
// halves, nothing beyond `largest_exact_bisection` GPUs. Zero without NVLink.
std::optional<BytesPerSecond> domain_bisection(const DomainKind& kind);

// Of one full span of a tier (for the last tier: of all `topology` has; it must be finite): half the NICs
// below it, divided by the oversubscription ratios up to and with the tier.
BytesPerSecond tier_bisection(const Topology& topology, std::size_t tier);

}  // namespace railyard
