#pragma once
// Several sources about the same machines, joined: hosts by name or NCCL's hash, GPUs by bus id, NVML number
// or UUID, NICs by bus id or name. What two sources say differently is kept as a disagreement.

#include <optional>
#include <string>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Adds what one more source told. A source that names no host belongs to the only host there is, unless that
// host already has a source of its format: then it is another server. On failure in words why nothing can
// tell which host it is of; `into` is then as it was.
std::optional<std::string> merge(Observed& into, Observed more);

}  // namespace railyard::machine
