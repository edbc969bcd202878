#include "railyard/placement/policy.hpp"

#include <algorithm>

namespace railyard {

const std::vector<PolicyEntry>& policies() {
    static const std::vector<PolicyEntry> table = {
        {Policy::aligned, policy_names[0], "blocks that fit a domain never straddle two", plan_aligned},
        {Policy::packed, policy_names[1], "every GPU is filled, whatever a block is split by", plan_packed},
    };
    return table;
}

Offers::Offers(const Topology& topology, std::uint32_t per_domain)
    : topology_(topology), per_domain_(per_domain), endless_from_(topology.domain_count()) {
    // Only domains with something unavailable offer less than others of their kind and partition, so the
    // first untouched one tells for all.
    std::uint32_t first = 0;
    for (std::size_t r = 0; r < topology.runs().size(); ++r) {
        const DomainRun& run = topology.runs()[r];
        const bool endless = topology.as_needed() && r + 1 == topology.runs().size();
        const auto partitions = std::max<std::uint32_t>(
            1, static_cast<std::uint32_t>(topology.kinds()[run.kind].partitions.size()));
        std::uint32_t largest_here = 0;
        for (std::uint32_t p = 0; p < partitions; ++p) {
            for (std::uint32_t i = 0; i < run.count; ++i) {
                const Domain domain = topology.domain(DomainId(first + i * partitions + p));
                const std::uint32_t offer = of(domain.id);
                largest_here = std::max(largest_here, offer);
                if (offer == capped(domain.gpus)) break;
            }
        }
        largest_ = std::max(largest_, largest_here);
        if (endless) {
            endless_largest_ = largest_here;
            endless_from_ = first;
            if (!topology.unavailable().empty()) {
                const GpuPlace last = topology.place(topology.unavailable().back());
                endless_from_ = std::max(first, last.domain.value() + partitions);
            }
        } else {
            first += run.count * partitions;
        }
    }
}

std::uint32_t Offers::capped(std::uint32_t gpus) const {
    return per_domain_ == 0 ? gpus : std::min(gpus, per_domain_);
}

std::uint32_t Offers::of(DomainId domain) const {
    return capped(topology_.available_in(topology_.domain(domain)));
}

std::uint32_t Offers::total() const {
    if (topology_.as_needed()) return Topology::unlimited;
    std::uint64_t total = 0;
    for (std::uint32_t d = 0; d < domains(); ++d) total += of(DomainId(d));
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(total, Topology::unlimited));
}

}  // namespace railyard
