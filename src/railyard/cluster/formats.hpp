#pragma once
// The table of what a cluster may say of itself: one line per format, told apart by what a file holds and not
// by its name. To add a format: a reader in a file of its own, and a line in formats.cpp. Files of single
// machines have a table of the same shape in machine/.

#include <cstddef>
#include <string_view>
#include <vector>

#include "railyard/cluster/cluster.hpp"
#include "railyard/input/source.hpp"

namespace railyard::cluster {

struct ClusterFormat {
    std::string_view name;   // "slurm-topology-conf"
    std::string_view about;  // "Slurm's topology.conf or scontrol show topology"
    // Looks at the text only; never throws. Takes linear time at most.
    bool (*recognise)(std::string_view text);
    // Throws InputError.
    Cluster (*read)(const input::SourcePtr& source);
};

// In the order in which they are asked.
const std::vector<ClusterFormat>& cluster_formats();

// The format of a text; null when it is none of them.
const ClusterFormat* recognise_cluster(std::string_view text);

// Reads a file of a format, and keeps its name as that of the source. Throws InputError.
Cluster read_cluster(const ClusterFormat& format, const input::SourcePtr& source);
// Reads a file of any of the formats. Throws InputError, also when it is none of them.
Cluster read_cluster(const input::SourcePtr& source);

inline constexpr std::size_t largest_cluster_file = std::size_t{64} << 20U;  // bytes

// "18 hosts, 3 switches, 2 blocks, 2 NVLink domains": what of them there is.
std::string told_by(const Cluster& cluster);

}  // namespace railyard::cluster
