#pragma once
// How many micro-batches a pipeline device holds at its fullest, as closed forms of the schedules. Counted in
// passes of one chunk: with v chunks on a device, each is about 1/v of what the stage holds for a
// micro-batch. The memory estimate takes the counts as an argument; a simulated schedule may give others.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard::memory {

// p devices, v chunks on each, m micro-batches, device r:
//   GPipe        m
//   1F1B         p - r (Narayanan et al. 2019)
//   interleaved  the warm-up 2 (p - r - 1) + (v - 1) p, and one (Narayanan et al. 2021; Megatron-LM
//   schedules.py) zero-bubble  p: H1 keeps micro-batches until their weight gradients, all devices alike (Qi
//   et al. 2023) DualPipe     p + 1, both directions together (DeepSeek-AI 2025, Table 2 of the technical
//   report)
// and never more than a step has. stage: 0 .. pp - 1.
std::uint32_t chunks_in_flight(const Layout& layout, std::uint32_t stage);

// The same for every stage.
std::vector<std::uint32_t> chunks_in_flight(const Layout& layout);

// Of `in_flight` passes of a stage's chunks, those of its first chunk, where the embedding is.
std::uint32_t first_chunk_in_flight(const Layout& layout, std::uint32_t in_flight);

// Passes of the very last chunk, where head and loss are: its backward follows at once, but in GPipe.
std::uint32_t heads_in_flight(const Layout& layout);

}  // namespace railyard::memory
