#pragma once
// How a run's software worked: what the run says, in the words of layouts; and what the title of its
// publication tells where it says nothing.

#include "railyard/estimate/load_run_row.hpp"
#include "railyard/estimate/run_origin.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

// Published: a run with `provenance`, or whose source is a mapping with `where` or `ref`. All others are own
// ones, whose titles are names and tell nothing.
RunOrigin run_origin(const RunRow& row);

// Software, attention, sequence parallelism, schedule, routing and what is recomputed of experts. What no run
// of its own says: megatron-te, or as `zero` has it (FSDP, DeepSpeed), flash attention, 1F1B or interleaved
// by `vpp`, balanced routing. Throws RunWrong.
void read_run_software(const RunRow& row, RunOrigin origin, Layout& layout);

}  // namespace railyard
