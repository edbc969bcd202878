#include <algorithm>

#include "railyard/placement/policy.hpp"

namespace railyard {

Plan plan_packed(const Offers& offers, std::uint32_t ranks, std::uint32_t /*block*/) {
    Plan plan;
    for (std::uint32_t domain = 0; plan.placed < ranks && domain < offers.domains(); ++domain) {
        if (domain >= offers.endless_from() && offers.endless_largest() == 0) break;
        const std::uint32_t taken = std::min(offers.of(DomainId(domain)), ranks - plan.placed);
        if (taken == 0) continue;
        plan.segments.push_back({RankId(plan.placed), taken, DomainId(domain), 0});
        plan.placed += taken;
    }
    return plan;
}

}  // namespace railyard
