#pragma once
// A sweep as a job array of Slurm: one task a shard, each leaving its journal in a folder that all of them
// see.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace railyard::sweep {

class SlurmError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct ArrayJob {
    std::string name;                    // of the sweep
    std::string program;                 // absolute path of railyard
    std::vector<std::string> arguments;  // "sweep", its file, what else is the same for every task
    std::string folder;                  // absolute
    std::uint32_t shards = 1;
};

// The script that every task runs. --resume lets a task that is run again go on where it was.
std::string script_of(const ArrayJob& job);

// Where the script of a folder is.
std::string script_path(const std::string& folder);

// What a task writes to, by its number; "%a" as sbatch has it.
std::string log_path(const std::string& folder, const std::string& task);

// Shards that the script of a folder is for; 0 where there is none.
std::uint32_t shards_of_script(const std::string& folder);

// Hands the script of a folder to sbatch for some shards; `more` are options for sbatch. Returns what sbatch
// says, "17" for the job's number. Throws SlurmError with its complaint.
std::string submit(const std::string& folder, const std::vector<std::uint32_t>& shards,
                   const std::vector<std::string>& more);

}  // namespace railyard::sweep
