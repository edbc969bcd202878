#pragma once
// What a domain is drawn as: parts that are one node of its graph, or many that are alike.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "railyard/diagram/domain_picture.hpp"
#include "railyard/diagram/scene.hpp"
#include "railyard/topology/graph.hpp"

namespace railyard::diagram {

struct DomainPart {
    Box box;  // with its size, not yet its place
    NodeKind kind = NodeKind::gpu;
    bool folds = false;       // it stands for several
    bool is_assumed = false;  // something of it was
};

// Numbers of parts, of one server that is drawn.
struct ServerParts {
    std::uint32_t number = 0;  // of the server in its domain
    std::vector<std::uint32_t> gpus, cpus, nics;
    std::map<std::uint32_t, std::vector<std::uint32_t>>
        nics_at;              // by the GPU (in the server) they hang under
    bool folds_gpus = false;  // the last of `gpus` stands for many, and is as wide as two
};

// In pixels. Where there are many beside each other they are narrower, so that paper shows letters of 6
// points.
struct DomainWidths {
    double gpu = 92;
    double gpu_gap = 14;
    double nic = 78;
    double nvswitch = 104;
    double nvswitch_gap = 18;
};

struct DomainParts {
    std::string name;  // of the domain
    DomainWidths widths;
    std::vector<DomainPart> parts;
    std::vector<ServerParts> servers;
    std::vector<std::uint32_t> switches;
    std::vector<std::uint32_t> folded;   // servers that are drawn as one, by board and by what is missing
    std::vector<std::uint32_t> part_of;  // by node of the graph
    bool opens_switches = false;
    bool has_damaged = false;  // parts of which some GPUs, but not all, are unavailable
    bool has_missing = false;  // GPUs or parts that are unavailable
    bool has_assumed = false;  // parts of which something was assumed
};

// Sizes in pixels.
inline constexpr double gpu_height = 40;
inline constexpr double nic_height = 34;
inline constexpr double cpu_height = 30;
inline constexpr double switch_height = 46;

// Of a part some of whose GPUs are unavailable.
BoxStyle damaged_style(const BoxStyle& whole);

// The NVLink partitions that a server's GPUs are in: "partition 1"; empty where the domain is whole.
std::string partitions_of(const DomainKind& kind, std::uint32_t server);

// Finds what was assumed, and says so where a viewer points at it.
void mark_assumed(DomainParts& parts, const AssumedParts& assumed);

// A dashed frame around what was assumed, on paper, as it could not be seen on what is dark.
Box assumed_frame(const Box& around);

// `graph`: of one domain of the kind, alone. `missing`: its unavailable GPUs (local numbers).
DomainParts domain_parts(const DomainKind& kind, const Graph& graph, const std::string& name,
                         const DomainUnfold& unfold, const std::set<std::uint32_t>& missing);

}  // namespace railyard::diagram
