#pragma once
// Whether a table of nccl-tests is what it is said to be.

#include <cstdint>
#include <string>

#include "railyard/estimate/load_nccl_output.hpp"

namespace railyard {

// Whether GPUs of `on` talk by NVLink, as those of cards do not.
enum class Boards { with_nvlink, cards };

// What a table is said to have run on.
struct NcclClaim {
    Collective kind = Collective::all_reduce;
    std::uint32_t members = 0;
    std::string gpu;                      // of `on`
    std::string on;                       // a domain or topology
    Boards boards = Boards::with_nvlink;  // of `on`
};

// Throws InputError with the line where the table contradicts it: another number of ranks or other GPUs in
// its header, an operation that is not the collective's, counts and bus bandwidths of another number of
// ranks, bandwidths that are not the bytes by the time (a unit), wrong results.
void check_against(const NcclTable& table, const NcclClaim& claim);

// "all-reduce of 8 GPUs, 27 sizes from 8 B to 1 GiB, out of place (in place: 1.2 % faster at the median)".
std::string summary_of(const NcclTable& table, const NcclClaim& claim);

}  // namespace railyard
