#pragma once
// Why a dimension leaves NVLink: the arithmetic behind the closing line of `place`.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/estimate/evaluate.hpp"

namespace railyard {

enum class LeavingCause {
    larger_than_domain,   // a group has more members than any domain has GPUs
    neighbours_too_far,   // the next member is a domain's size or more away
    reaches_too_far,      // the whole group reaches over more ranks than a domain holds
    lies_across_domains,  // it would fit, but domains end within groups
    no_nvlink             // it stays in its domain, where some pairs have no NVLink
};

// How far a dimension that leaves NVLink reaches, in ranks.
struct Leaving {
    Dimension dimension = Dimension::tp;
    LeavingCause cause = LeavingCause::larger_than_domain;
    std::uint64_t hops = 0;          // off NVLink, wrap not counted
    std::uint64_t of_hops = 0;       // all hops
    std::uint32_t members = 0;       // of a group
    std::uint32_t step = 0;          // ranks from one member to the next
    std::uint32_t extent = 0;        // ranks from the first member to the last, both counted
    std::uint32_t domain = 0;        // ranks that the rules put into the largest domain used
    std::uint32_t most_domains = 0;  // at least so many domains hold a group
};

// One entry for every dimension with hops off NVLink, in the order of the evaluation.
std::vector<Leaving> what_leaves_nvlink(const Topology& topology, const Layout& layout,
                                        const Evaluation& evaluation);

}  // namespace railyard
