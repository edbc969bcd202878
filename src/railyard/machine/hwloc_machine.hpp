#pragma once
// What hwloc knows of a machine, the same for its live view, its XML version 2 (both read by libhwloc) and
// its XML version 3 (read by ourselves); and how that becomes an observed machine.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

enum class HwlocOsKind { network, openfabrics, gpu, other };

struct HwlocOsDevice {
    std::string name;  // "nvml0", "mlx5_0"
    HwlocOsKind kind = HwlocOsKind::other;
    std::vector<std::pair<std::string, std::string>> infos;
};

struct HwlocPciDevice {
    PciAddress address;
    std::uint32_t pci_class = 0;  // 0x0302
    PciModel model;
    BytesPerSecond link_speed;  // one way, nominal, as hwloc has it; 0: unknown
    std::uint32_t host_bridge = 0;
    std::vector<std::uint32_t> bridges;  // PCI-PCI bridges above it, from the host bridge down
    std::optional<std::uint32_t> numa;   // OS number; none when it is near several or none
    std::vector<HwlocOsDevice> os_devices;
};

struct HwlocNumaNode {
    std::uint32_t os_index = 0;
    std::string cpus;  // "0-3"
    std::string cpu_model;
};

// The matrix NVLinkBandwidth, in MB/s one way, summed over parallel links.
struct HwlocNvlink {
    enum class End { gpu, nvswitch, other };
    struct Object {
        End end = End::other;
        PciAddress pci;
    };
    std::vector<Object> objects;
    std::vector<std::uint64_t> direct;   // [a * objects + b] as it stands
    std::vector<std::uint64_t> between;  // the same with GPUs joined through switches
};

struct HwlocMachine {
    std::vector<std::pair<std::string, std::string>> infos;
    std::vector<HwlocNumaNode> numa_nodes;
    std::vector<HwlocPciDevice> devices;
    std::optional<HwlocNvlink> nvlink;
};

// GPUs joined through switches: what GPU a sends to all switches and these to GPU b, the smaller of the two
// (hwloc's transitive closure). GPUs that are joined directly keep what they have.
std::vector<std::uint64_t> close_over_switches(const HwlocNvlink& nvlink);

// NVIDIA and AMD GPUs, NICs, NVSwitches, NUMA nodes. Facts are marked with `from`. NVLink bandwidths that
// count 50 GB/s for a link of 25 (hwloc 2.9.0 for NVLink 3 and 4) are halved, with a remark.
Observed observed_of(const HwlocMachine& machine, SourceId from = SourceId(0));

}  // namespace railyard::machine
