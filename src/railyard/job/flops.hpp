#pragma once
// FLOPs of one training step, in the conventions that papers use. A multiply-add is two FLOPs.

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

// Whether what recomputation repeats is counted: model FLOPs (MFU) or hardware FLOPs (HFU).
enum class RecomputeCount { model, hardware };

// 6 x active parameters (all embeddings in; a tied one once) x tokens + 12 l h s x tokens for attention, half
// of the latter when causal. Hardware FLOPs add what is run twice: with full recomputation the forward pass
// of all layers (for a GPT the sum is Narayanan et al. 2021, eq. 3: 96 B s l h^2 (1 + s/6h + V/16lh)), with
// selective the forward pass of attention's core.
Flops step_flops(const Layout& layout, AttentionCount attention, RecomputeCount recompute);

// Tokens of one step.
double step_tokens(const Layout& layout);

}  // namespace railyard
