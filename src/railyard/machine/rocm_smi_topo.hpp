#pragma once
// The tables of `rocm-smi --showtopo`: which GPUs of one server xGMI joins, and the NUMA node of each.

#include <string_view>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// By the titles of its tables, or, where they are gone, by the 0 that a GPU has for itself.
bool is_rocm_smi_topo(std::string_view text);

// XGMI over one hop: the two are joined by xGMI, by how many links is not told. PCIE: they have none. A text
// that is cut off is read as far as it goes, with a remark. Throws InputError.
Observed read_rocm_smi_topo(const input::Source& source);

}  // namespace railyard::machine
