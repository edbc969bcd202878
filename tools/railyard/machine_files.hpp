#pragma once
// The files that `check` and `import` are given, read and joined.

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::tool {

// One that was read, as the answer tells of it.
struct ReadSource {
    std::string file;
    std::string format;
    std::string told;  // "2 servers, 8 GPUs each"
};

struct MachineFiles {
    machine::Observed machine;
    std::vector<ReadSource> sources;
    // Files that say nothing of a server but of a whole cluster, for cluster/ to read.
    std::vector<input::SourcePtr> others;
};

enum class Live { no, yes };

// What may be done with a file that is of no machine format.
enum class Unknown { refused, kept };

// `files`: paths, each with "HOST=" before it where it has to be said which server it is of. Throws
// InputError.
MachineFiles read_machine_files(const std::vector<std::string>& files, Live live, Unknown unknown);

// "1 server, 8 GPUs, 8 NICs".
std::string told_by(const machine::Observed& observed);

}  // namespace railyard::tool
