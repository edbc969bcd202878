#pragma once
// The matrix of `nvidia-smi topo -m`: how far apart GPUs and NICs of one server are.

#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/machine/smi_text.hpp"

namespace railyard::machine {

bool is_smi_topo(std::string_view text);
// Whether line `at` is the first of a matrix of `topo -m` or of a table of `topo -p2p`.
bool begins_smi_table(const std::vector<SmiLine>& lines, std::size_t at);

// "NV#" is # links between two GPUs or, on a machine with NVSwitches, # links into them: the matrix does not
// tell which. A matrix that is cut off is read as far as it goes, with a remark. Throws InputError.
Observed read_smi_topo(const input::Source& source);

}  // namespace railyard::machine
