#pragma once
// What routing asks of the links between experts: how far a token's copies go, and how much more than the
// mean the fullest rank has.

#include <cstdint>

#include "railyard/estimate/step_constants.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/placement/group_links.hpp"

namespace railyard {

// Domains that a token may reach. Under node-limited routing (DeepSeek-V3's report, section 2.1.2: a token
// goes to at most 4 nodes) those that its `groups_per_token` groups of experts lie in, each on neighbours of
// the group of ep. All domains of the group where routing is not limited, or by groups that ep does not
// divide into.
std::uint32_t domains_in_reach(const Experts& experts, const GroupClass& ep);

// Domains that a token goes to in the mean, its top_k experts spread alike over those in reach, r:
// r (1 - (1 - 1/r)^top_k).
double domains_of_a_token(const Experts& experts, const GroupClass& ep);

// Of the bytes that tokens have for other domains, what crosses the network. Dispatchers since DeepEP send a
// token once to each domain and copy it to its experts' GPUs on NVLink there; so does what routing is limited
// for. Over D domains top_k (D-1)/D copies leave, and (D-1)/D of the domains of a token are others: domains
// of a token / top_k. One where every copy goes by itself.
double crossing_share(const Layout& layout, const GroupClass& ep);

// No group of ep has less, however it is placed.
double least_crossing_share(const Layout& layout);

// Tokens of the fullest expert rank over the mean: the layout's `expert_imbalance`; where it says none, the
// fitted constant for dropless routing, 1 for what is balanced or dropped to a capacity.
double expert_imbalance(const Layout& layout, const StepConstants& constants);

}  // namespace railyard
