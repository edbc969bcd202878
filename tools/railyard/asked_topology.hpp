#pragma once
// The topology that a command is asked for by name or file.

#include <string>

#include "railyard/input/library.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {

// As load_topology; a file in which a machine speaks of itself (NCCL, hwloc, nvidia-smi) is refused with a
// hint at the command that makes a topology of it.
LoadedTopology asked_topology(const input::Library& library, const std::string& name);

}  // namespace railyard::tool
