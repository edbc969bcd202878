#pragma once
// Devices of which the sources tell the place and not what they are.

#include <string>
#include <vector>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// Adds those of `more`, each bus id once, without those that are GPUs, NICs or switches by now.
void join_untold(ObservedHost& into, const std::vector<UntoldDevice>& more);

// "32 devices of which it is not told what they are"; empty where there are none.
std::string untold_text(std::size_t devices);

// How to learn what they are, for people.
inline constexpr const char* how_to_tell_devices =
    "a file without classes is one for NCCL_TOPO_FILE, and NCCL asks the machine that it runs on what they "
    "are: NCCL_TOPO_DUMP_FILE=dump.xml on a job there, or nvidia-smi topo -m, tells";

}  // namespace railyard::machine
