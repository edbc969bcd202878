#pragma once
// How gradients and parameters travel between replicas in a step, and how many bytes that is: what bytes per
// step and times both go by, so that the two belong together. Source: Rajbhandari et al. 2020 (ZeRO).

#include <cstdint>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

struct UpdateTraffic {
    Bytes gradient = bytes(2);   // one on its way
    Bytes parameter = bytes(2);  // one that is gathered
    // Times a step that gradients are scattered, and parameters gathered, among the ranks that share what is
    // sharded. Where ranks hold copies of a shard, or all of it, gradients are summed over them once a step.
    double scatters = 1;
    double gathers = 1;
};

// In the reference model: two bytes, once a step; with zero-3 parameters are gathered forward and backward in
// every micro-batch and gradients scattered once.
UpdateTraffic reference_update(const Layout& layout, double micro_batches);

// Of n replicas those that share what is sharded: 1 without sharding; as many of `over` as divide n, since
// experts have fewer replicas than dense parameters; else all.
std::uint32_t shard_members(const Sharding& sharding, std::uint32_t n);

// What one of n replicas sends in a step for so many parameters that it holds.
Bytes update_bytes(const Sharding& sharding, const UpdateTraffic& traffic, double parameters,
                   std::uint32_t n);

}  // namespace railyard
