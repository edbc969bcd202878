#pragma once
// The parameters of one rank, by what divides them, and the bytes that each needs in mixed-precision Adam.

#include <array>
#include <cstddef>
#include <string_view>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/stages.hpp"

namespace railyard::memory {

// What a parameter belongs to, in the order of `bucket_names`.
enum class Bucket {
    matrices,        // of attention and of MLPs without experts: over tp
    embedding,       // V h, on the first stage: over tp
    head,            // V h, on the last: over tp; where it shares the embedding's matrix, a copy of it unless
                     // both are on one device
    routed_experts,  // over etp x ep, and their gradients and optimizer over edp instead of dp x cp
    shared_experts,  // over tp
    router,          // h E: on every rank of tp
    norms,           // the scales, two of h in a layer: on every rank of tp; biases are left out (a GPT
                     // layer has 13 h of them and of scales beside its 12 h^2)
    positions,       // learned ones, first stage: on every rank of tp
    extra_prediction  // all of multi-token prediction but its routed experts: over tp; last stage
};
inline constexpr std::size_t bucket_count = 9;
inline constexpr std::array<std::string_view, bucket_count> bucket_names = {
    "matrices", "embedding", "head",      "routed experts",  "shared experts",
    "router",   "norms",     "positions", "extra prediction"};

// Counts of one rank.
struct Parameters {
    std::array<double, bucket_count> count{};

    [[nodiscard]] double& of(Bucket b) { return count[static_cast<std::size_t>(b)]; }
    [[nodiscard]] double of(Bucket b) const { return count[static_cast<std::size_t>(b)]; }
    [[nodiscard]] double dense() const;  // all but the routed experts
    [[nodiscard]] double experts() const { return of(Bucket::routed_experts); }
};

// Of one rank of a device that holds `layers` (with DualPipe: of two stages). Sizes that do not divide count
// as fractions.
Parameters parameters_per_rank(const Layout& layout, const StageLayers& layers);

// Of the layer (or embedding) with the most parameters on this device: what zero-3 gathers at a time.
double largest_gathered(const Layout& layout, const StageLayers& layers);

// The ranks that share the optimizer's state of a parameter: dp x cp, or `over` of them; edp, or its part of
// `over`.
double dense_shards(const Layout& layout);
double expert_shards(const Layout& layout);

// Bytes of one parameter on a rank when `shards` ranks share it (Rajbhandari et al. 2020, section 3): 2 for
// the weight, 4 for its fp32 gradient, 12 for Adam's fp32 copy, mean and variance: 18. zero-1 shards the
// last, zero-2 the gradient too, zero-3 all three. In fp32: 4, 4 and 8.
struct ParameterBytes {
    double weight = 2;
    double gradient = 4;
    double optimizer = 12;
    [[nodiscard]] double total() const { return weight + gradient + optimizer; }
};
ParameterBytes bytes_per_parameter(const Layout& layout, double shards);

}  // namespace railyard::memory
