#pragma once
// The table of what a machine may say of itself: one line per format, told apart by what a file holds and not
// by its name. To add a format: a reader in a file of its own, and a line in sources.cpp. Files of a whole
// cluster (Slurm, InfiniBand, Kubernetes) have a table of the same shape in cluster/; `check` asks this one
// first.

#include <string>
#include <string_view>
#include <vector>

#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

struct SourceFormat {
    std::string_view name;   // "nccl-topo"
    std::string_view about;  // "NCCL topology XML"
    // Looks at the text only; never throws. Takes linear time at most.
    bool (*recognise)(std::string_view text);
    // Facts are marked with SourceId(0), which is the one source of the result. Throws InputError.
    Observed (*read)(const input::Source& source);
};

// In the order in which they are asked.
const std::vector<SourceFormat>& source_formats();

// The format of a text; null when it is none of them.
const SourceFormat* recognise(std::string_view text);

// What can be read, for messages: "hwloc XML, version 2; ...".
std::string readable_formats();

// Reads a file of any of the formats; one with the outputs of several commands of nvidia-smi may disagree with
// itself. Throws InputError, also when it is none of them.
Observed read_machine(const input::Source& source);

inline constexpr std::size_t largest_machine_file = std::size_t{64} << 20U;  // bytes

}  // namespace railyard::machine
