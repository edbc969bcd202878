#include "railyard/estimate/expert_exchange.hpp"

#include <algorithm>
#include <cmath>

#include "railyard/estimate/software.hpp"

namespace railyard {
namespace {

// Domains of `near` members that `run` neighbours lie in at most. Runs start at multiples of their length.
std::uint32_t domains_of_a_run(std::uint32_t run, std::uint32_t near) {
    if (near % run == 0) return 1;
    if (run % near == 0) return run / near;
    return (run - 1 + near - 1) / near + 1;
}

// Domains that a token goes to in the mean of those in reach.
double domains_among(double reach, const Experts& experts) {
    return reach * (1 - std::pow(1 - 1 / reach, experts.top_k));
}

bool is_limited(const Experts& experts) {
    return experts.groups > 0 && experts.groups_per_token > 0;
}

}  // namespace

std::uint32_t domains_in_reach(const Experts& experts, const GroupClass& ep) {
    const bool limited = experts.groups > 0 && experts.groups_per_token > 0 && ep.fewest_in_domain > 0;
    if (!limited) return ep.domains;
    if (ep.members % experts.groups != 0) {
        // Several groups on a rank: a token goes to as many ranks as groups at most.
        return experts.groups % ep.members == 0 ? std::min(ep.domains, experts.groups_per_token) : ep.domains;
    }
    const std::uint32_t each = domains_of_a_run(ep.members / experts.groups, ep.fewest_in_domain);
    return std::min(ep.domains, experts.groups_per_token * each);
}

double domains_of_a_token(const Experts& experts, const GroupClass& ep) {
    return domains_among(domains_in_reach(experts, ep), experts);
}

double crossing_share(const Layout& layout, const GroupClass& ep) {
    if (!layout.model.experts || ep.domains < 2) return 1;
    const Experts& experts = *layout.model.experts;
    if (!is_limited(experts) && !switches_of(layout.software).once_to_a_domain) return 1;
    return domains_of_a_token(experts, ep) / experts.top_k;
}

double least_crossing_share(const Layout& layout) {
    if (!layout.model.experts) return 1;
    const Experts& experts = *layout.model.experts;
    if (!is_limited(experts) && !switches_of(layout.software).once_to_a_domain) return 1;
    // More domains in reach are more that a token goes to: two of them, or the one that routing leaves it.
    const double reach = is_limited(experts) && experts.groups_per_token < 2 ? 1 : 2;
    return domains_among(reach, experts) / experts.top_k;
}

double expert_imbalance(const Layout& layout, const StepConstants& constants) {
    if (layout.expert_imbalance > 0) return layout.expert_imbalance;
    return layout.routing == Routing::dropless ? constants[StepConstant::dropless_imbalance] : 1;
}

}  // namespace railyard
