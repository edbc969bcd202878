#pragma once
// Several sources about the same machines, joined: hosts by name or NCCL's hash, GPUs by bus id, NVML number
// or UUID, NICs by bus id or name. What two sources say differently is a finding.

#include <optional>
#include <string>

#include "railyard/base/finding.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Adds what one more source told. A source that names no host belongs to the only host there is, unless that
// host already has a source of its format: then it is another server. On failure in words why nothing can
// tell which host it is of; `into` is then as it was.
std::optional<std::string> merge(Observed& into, Observed more, Findings& disagreements);

// GPUs of a host in the order of their numbers; by bus id where no source told them, as NVML counts.
std::vector<std::size_t> gpu_order(const ObservedHost& host);

}  // namespace railyard::machine
