#pragma once
// What the programs of nccl-tests print: one table for each run, some in one file where several ran.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/network/collectives.hpp"

namespace railyard {

// One line of a table: one buffer size, as it is printed.
struct NcclRow {
    input::Mark mark;
    double size = 0;   // bytes
    double count = 0;  // elements of each rank
    std::string type;
    std::string operation;      // "none" for gathers and all-to-alls; empty: the table has no such column
    std::string root;           // "-1" for collectives without one; empty as above
    double microseconds = 0;    // out of place
    double algorithm_rate = 0;  // GB/s
    double bus_rate = 0;        // GB/s
    std::string wrong;          // values that the test found wrong: "0", "N/A"; empty: not told
    std::optional<double> in_place;  // microseconds
    std::string wrong_in_place;      // as `wrong`; an all-to-all in place is not checked: "N/A"
};

struct NcclTable {
    input::Mark mark;     // its first line
    std::string program;  // "all_reduce_perf"; empty: the output does not say
    std::vector<NcclRow> rows;
    std::size_t without_bytes = 0;                           // lines of 0 bytes, which are no rows
    std::vector<std::pair<input::Mark, std::string>> ranks;  // their devices, by the header
    std::uint32_t gpus_of_a_process = 0;                     // 0: the header does not say
    input::Mark header;                                      // the line that says so

    // Which collective that is: `unnamed` where the output does not say, nothing where it has no curve.
    [[nodiscard]] std::optional<Collective> kind(Collective unnamed) const;
};

struct NcclOutput {
    input::SourcePtr source;
    std::vector<NcclTable> tables;  // with at least one row each
};

// Labels that mpirun and srun put before lines are dropped. Throws InputError with the line: there is no
// table, a line of one is cut off, its columns are in other units than microseconds and GB/s.
NcclOutput read_nccl_output(const input::SourcePtr& source);

}  // namespace railyard
