#pragma once
// Which collective a table of nccl-tests is of, where its output does not name the program.

#include <cstdint>
#include <optional>

#include "railyard/estimate/load_nccl_output.hpp"

namespace railyard {

// By what a table shows: whether it reduces, the bus bandwidth over the bandwidth (2 (n-1)/n of an all-reduce
// of n ranks, (n-1)/n of a reduce-scatter), and whether results in place were checked, as those of an
// all-gather are and those of an all-to-all cannot be. Nothing where that leaves two.
std::optional<Collective> collective_shown(const NcclTable& table, std::uint32_t members);

// Whether results were checked out of place, and none in place.
bool checks_nothing_in_place(const NcclTable& table);

}  // namespace railyard
