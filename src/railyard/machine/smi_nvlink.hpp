#pragma once
// `nvidia-smi nvlink -s` (state of each link) and `nvidia-smi nvlink -R` (its remote end).

#include <cstdint>
#include <optional>
#include <string_view>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

bool is_smi_nvlink(std::string_view text);
// The number in "GPU 0: NVIDIA H200 (UUID: GPU-...)", the line with which each GPU begins.
std::optional<std::uint32_t> gpu_of_nvlink_line(std::string_view line);

// Links that are up, and their rate as the driver prints it, which is the line's signalling rate. Where
// queries are not supported (MIG) the links stay unknown. Throws InputError.
Observed read_smi_nvlink(const input::Source& source);

}  // namespace railyard::machine
