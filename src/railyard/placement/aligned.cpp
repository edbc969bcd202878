#include <algorithm>

#include "railyard/placement/policy.hpp"

namespace railyard {
namespace {

void pass_over(Plan& plan, std::uint32_t domain, std::uint32_t offer) {
    auto& runs = plan.passed_over;
    if (!runs.empty() && runs.back().first.value() + runs.back().count == domain) {
        ++runs.back().count;
        runs.back().largest = std::max(runs.back().largest, offer);
    } else {
        runs.push_back({DomainId(domain), 1, offer});
    }
}

// Blocks that fit: as many as a domain has room for, then on to the next one.
Plan whole_blocks(const Offers& offers, std::uint32_t ranks, std::uint32_t block) {
    Plan plan;
    for (std::uint32_t domain = 0; plan.placed < ranks && domain < offers.domains(); ++domain) {
        if (domain >= offers.endless_from() && offers.endless_largest() < block) break;
        const std::uint32_t offer = offers.of(DomainId(domain));
        const std::uint32_t blocks = std::min(offer / block, (ranks - plan.placed) / block);
        if (blocks == 0) {
            pass_over(plan, domain, offer);
            continue;
        }
        plan.segments.push_back({RankId(plan.placed), blocks * block, DomainId(domain), 0});
        plan.placed += blocks * block;
    }
    return plan;
}

// Blocks larger than every domain: each starts on a fresh domain and takes whole ones.
Plan split_blocks(const Offers& offers, std::uint32_t ranks, std::uint32_t block) {
    Plan plan;
    std::uint32_t left_of_block = block;
    for (std::uint32_t domain = 0; plan.placed < ranks && domain < offers.domains(); ++domain) {
        if (domain >= offers.endless_from() && offers.endless_largest() == 0) break;
        const std::uint32_t taken = std::min(offers.of(DomainId(domain)), left_of_block);
        if (taken == 0) {
            pass_over(plan, domain, 0);
            continue;
        }
        plan.segments.push_back({RankId(plan.placed), taken, DomainId(domain), 0});
        plan.placed += taken;
        left_of_block -= taken;
        if (left_of_block == 0) left_of_block = block;
    }
    return plan;
}

}  // namespace

Plan plan_aligned(const Offers& offers, std::uint32_t ranks, std::uint32_t block) {
    return block <= offers.largest() ? whole_blocks(offers, ranks, block)
                                     : split_blocks(offers, ranks, block);
}

}  // namespace railyard
