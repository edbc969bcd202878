#pragma once
// Schedules as CSV. Ours has a header and one line per operation, a device's lines in the order in which it
// runs them:
//     device,kind,micro_batch,chunk,stage,overlap
//     0,forward,0,0,0,
// kind: forward, backward, backward_input, backward_weight (or F, B, I, W). Columns may come in any order;
// chunk, stage and overlap may be left out: without stage, chunk c of device d holds piece c x devices + d of
// the model (Megatron's way); without chunk, a device's chunks are its stages in ascending order; overlap is
// empty or with_next (DualPipe). Columns `start` and `end` are passed over. Lines that are empty or start
// with # are too.
//
// PyTorch's form (torch.distributed.pipelining, compute only) is read as well: no header, one line per
// device, cells such as 0F3, 1B0, 2I1, 2W1 (stage, kind, micro-batch), empty where the device idles.

#include <string>
#include <string_view>

#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// `file` names the text in problems and becomes the schedule's name. Time linear in the text, but for the
// sort of assemble(). Throws InputError (file:line:column) with up to 20 problems.
Schedule read_csv(std::string_view text, const std::string& file);

// Reads back as an equal schedule (its name apart).
std::string write_csv(const Schedule& schedule);

}  // namespace railyard::schedule
