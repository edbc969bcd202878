#pragma once
// What the programs of nccl-tests print, and whether it is what it is said to be.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/network/collectives.hpp"

namespace railyard {

// One line of the table, out of place: one buffer size.
struct NcclRow {
    double size = 0;  // bytes
    double microseconds = 0;
};

struct NcclOutput {
    input::SourcePtr source;
    Collective kind = Collective::all_reduce;
    std::vector<NcclRow> rows;
    std::vector<std::pair<input::Mark, std::string>> ranks;  // their devices, by the header
    std::uint32_t gpus_of_a_process = 0;                     // 0: the header does not say
    input::Mark header;
};

// `kind` where the output does not name its program. Throws InputError with the line: there is no table, or
// its operation is not one of the collective's (none for gathers and all-to-alls, a reduction for the
// others).
NcclOutput read_nccl_output(const input::SourcePtr& source, Collective kind);

// Throws InputError with the line where the header contradicts what it is said to have run on: another number
// of ranks, other GPUs than `gpu` (of `on`).
void check_against(const NcclOutput& output, const std::string& gpu, const std::string& on,
                   std::uint32_t members);

}  // namespace railyard
