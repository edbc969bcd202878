#pragma once
// Texts of nvidia-smi that tell nothing of links: a complaint, the table of `topo -p2p`, a matrix that ends
// before its first row.

#include <string_view>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

bool is_other_smi_text(std::string_view text);
// Throws InputError.
Observed refuse_smi_text(const input::Source& source);

}  // namespace railyard::machine
