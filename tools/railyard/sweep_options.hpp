#pragma once
// What `railyard sweep` is asked for.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/point_grid.hpp"
#include "railyard/sweep_results.hpp"

namespace railyard::tool {

enum class Resume { no, yes };

struct SweepOptions {
    std::string file;
    std::string calibration;
    std::uint32_t threads = 0;  // 0: all cores
    Resume resume = Resume::no;
    std::string shard;  // "3/64"; empty: all points
    std::string into;
    std::string slurm;
    std::uint32_t tasks = 64;
    std::vector<std::string> sbatch;
    bool count_only = false;
    ResultOptions results;
    std::vector<std::string> given;  // options that were given, by their long names
};

// The shard of `--shard`; all points where there is none. Throws InputError if it is no shard.
Shard shard_of(const SweepOptions& options);

// Throws InputError where options do not go together, and where one that was given would be ignored.
void check_together(const SweepOptions& options);

// The command that goes on with a run that was stopped, for a shell.
std::string to_go_on(const SweepOptions& options);

}  // namespace railyard::tool
