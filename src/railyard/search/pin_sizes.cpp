#include "railyard/search/pin_sizes.hpp"

#include <algorithm>

#include "railyard/placement/policy.hpp"

namespace railyard::search {

std::uint32_t most_within(const Topology& topology, Reach reach) {
    const Offers offers(topology, 0);
    if (!reach.is_network()) return offers.largest();
    const Tier& tier = topology.network().tiers[reach.tier()];
    if (tier.span == 0) return offers.total();
    std::uint32_t largest = 1;  // GPUs of what spans are counted in
    for (const DomainKind& kind : topology.kinds()) {
        if (tier.unit == SpanUnit::domains) largest = std::max(largest, kind.gpus());
        if (tier.unit == SpanUnit::servers) largest = std::max(largest, kind.servers.gpus);
    }
    const std::uint64_t span = std::uint64_t{tier.span} * largest;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(span, offers.total()));
}

PinSizes::PinSizes(const Topology& topology, const Model& model, const std::vector<Pin>& pins)
    : pins_(pins), has_experts_(model.experts.has_value()) {
    for (const Pin& pin : pins)
        room_.push_back(pin.off_nvlink ? Topology::unlimited : most_within(topology, pin.reach));
}

std::uint32_t PinSizes::held(std::size_t pin, const Degrees& degrees) const {
    const Pin& own = pins_[pin];
    const bool of_experts = own.dimension >= Dimension::ep;
    if (own.what == Pin::What::dimension && of_experts && !has_experts_ && !degrees.has_experts()) return 1;
    if (own.what == Pin::What::dimension) return degrees.of(own.dimension);
    return own.what == Pin::What::job ? degrees.ranks() : std::min(own.ranks, degrees.ranks());
}

bool PinSizes::is_too_large(std::size_t pin, const Degrees& degrees) const {
    return held(pin, degrees) > room_[pin];
}

std::uint32_t PinSizes::preferred_too_large(const Degrees& degrees) const {
    std::uint32_t broken = 0;
    for (std::size_t p = 0; p < pins_.size(); ++p)
        if (pins_[p].strength == PinStrength::preferred && is_too_large(p, degrees)) ++broken;
    return broken;
}

}  // namespace railyard::search
