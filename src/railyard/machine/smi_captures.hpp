#pragma once
// A file that holds the output of several commands of nvidia-smi, one behind the other, as people send it:
// `(nvidia-smi topo -m; nvidia-smi nvlink -s) > node7.txt`.

#include <cstdint>
#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

inline constexpr std::size_t most_captures = 16;  // of one file; what lies behind the last is part of it

// The lines at which outputs begin, counted from 1: at a matrix, and at a list of GPUs that follows something
// else or begins anew. What stands before the first belongs to it.
std::vector<std::uint32_t> smi_captures(std::string_view text);

// Each output in `source`, read and joined. Text that says nothing of
// a server is passed over with a remark that names its line. Throws InputError, also where all is passed over, and for a
// second matrix: that is another server, or the same at another time.
Observed read_smi_captures(const input::Source& source, const std::vector<std::uint32_t>& captures);

}  // namespace railyard::machine
