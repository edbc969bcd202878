#pragma once
// The files that a sweep stands on: the topologies and layouts that it names, opened once, and what every
// file below them says, as a checksum.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "railyard/input/library.hpp"
#include "railyard/sweep/checksum.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

struct OpenedFiles {
    std::vector<std::pair<std::string, input::Document>> topologies;  // by the name in the sweep
    std::vector<std::pair<std::string, input::Document>> layouts;     // bases merged
    // The sweep's own and every other that a point may read: topologies, layouts, domains, GPUs, models, what
    // they use; by path, each once.
    std::vector<NamedSum> read;
};

// Throws InputError if a topology or layout is not there or is no such file. `others` are files that the
// results depend on beside them.
OpenedFiles open_files(const input::Library& library, const Plan& plan,
                       const std::vector<std::string>& others);

}  // namespace railyard::sweep
