#pragma once
// What real machines say of themselves. All readers fill this one model. A fact that no source told is
// unknown, which is another thing than zero, and each fact keeps the source it came from. All rates are one
// way.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"
#include "railyard/machine/pci_address.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard::machine {

using SourceId = Id<struct SourceTag>;  // index into Observed::sources

// A value, if some source told it, and which one.
template <class T>
struct Fact {
    std::optional<T> value;
    SourceId from;

    Fact() = default;
    Fact(T told, SourceId source) : value(std::move(told)), from(source) {}
    [[nodiscard]] bool known() const { return value.has_value(); }
    [[nodiscard]] T value_or(T other) const { return value.value_or(std::move(other)); }
};

// What a rate counts. Rates of different kinds are never compared with each other.
enum class RateKind {
    peak,       // nominal payload: 25 GB/s of an NVLink 4
    signalling  // the line's own rate, 17/16 of the payload since NVLink 4: 26.562 GB/s
};

struct LinkSpeed {
    BytesPerSecond one_way;
    RateKind kind = RateKind::peak;
    bool operator==(const LinkSpeed&) const = default;
};

// NVLinks of one GPU that run at one speed.
struct LanesAt {
    LinkSpeed speed;
    std::uint32_t lanes = 0;
    bool operator==(const LanesAt&) const = default;
};

// The way between two devices of a server, nearest first (the codes of nvidia-smi topo -m).
enum class Path {
    nvlink,
    pix,   // at most one PCIe bridge
    pxb,   // several bridges, no host bridge
    phb,   // through a host bridge
    node,  // between host bridges of a NUMA node
    sys    // between sockets
};

// "10de:2335".
struct PciModel {
    std::uint32_t vendor = 0;
    std::uint32_t device = 0;
    bool operator==(const PciModel&) const = default;
};

struct PcieLink {
    Fact<BytesPerSecond> bandwidth;  // current, nominal; lower while a GPU idles
    Fact<std::uint32_t> width;       // lanes
};

// NVLinks of a GPU to one device.
struct LinksTo {
    PciAddress device;
    std::uint32_t lanes = 0;
    bool operator==(const LinksTo&) const = default;
};

struct ObservedGpu {
    Fact<PciAddress> pci;
    Fact<std::uint32_t> index;  // NVML's number in the server, the N of "GPUN"
    Fact<std::string> uuid;
    Fact<std::string> model;  // as the driver calls it: "NVIDIA H200"
    Fact<PciModel> pci_model;
    Fact<std::uint32_t> sm;  // compute capability: 90
    Fact<std::string> gcn;   // AMD's name of the architecture: "gfx942"
    Fact<GpuMaker> maker;
    Fact<std::uint32_t> numa;
    Fact<std::string> cpus;  // those near it: "0-47,96-143"
    PcieLink pcie;
    // NVLink (xGMI). Links that are up, to peers and switches together: 18, or 0 for a GPU that lost them.
    Fact<std::uint32_t> lanes;
    Fact<std::uint32_t>
        lanes_listed;  // links that a list names, up or not; a list that is cut off has too few
    Fact<std::vector<std::uint32_t>> lanes_down;  // the numbers of links that a list names as down
    Fact<LinkSpeed> lane_speed;                   // of one link; where they differ, of the fastest
    Fact<std::vector<LanesAt>> lanes_at;          // how many run at which speed, the slowest first
    Fact<BytesPerSecond> nvlink_peak;  // of all its links together, where a matrix gives bandwidths only
    Fact<std::vector<LinksTo>> to_switches;  // each switch once, in the order of their bus ids
    Fact<std::vector<LinksTo>> far_ends;     // the same where a source does not say which are GPUs
    Fact<BytesPerSecond> c2c;                // to its CPU
    Fact<std::string> complaint;  // what a tool printed in place of answers: "ERR! for 7 of 7 other GPUs"
};

// Two GPUs of one server, one way.
struct ObservedPair {
    Fact<Path> path;
    // NVLinks between the two, or, where switches join them, into the switches. 0: seen to have none.
    Fact<std::uint32_t> lanes;
    Fact<BytesPerSecond> nvlink_peak;
};

struct ObservedNic {
    Fact<PciAddress> pci;
    Fact<std::string> name;     // "mlx5_0"; a NIC that has a number only: "NIC0"
    Fact<BytesPerSecond> rate;  // of the port
    Fact<std::string> guid;
    Fact<std::uint32_t> numa;
    PcieLink pcie;
};

struct ObservedCpu {
    Fact<std::uint32_t> numa;  // OS number of its NUMA node
    Fact<std::string> arch;    // "x86_64"
    Fact<std::string> model;
    Fact<std::string> cpus;
};

// An NVSwitch as its server sees it.
struct ObservedSwitch {
    PciAddress pci;
    SourceId from;
};

// A PCI device of which a source tells the place and not what it is: a GPU, a NIC or another.
struct UntoldDevice {
    std::optional<PciAddress> pci;
    SourceId from;
};

inline constexpr std::size_t most_gpus_of_a_host = 64;  // tables are GPUs x GPUs; files with more are refused
inline constexpr std::size_t most_nics_of_a_host = 1024;

// One server (one operating system).
struct ObservedHost {
    Fact<std::string> name;
    Fact<std::string> hash;         // NCCL's host_hash
    Fact<std::string> product;      // "NVIDIA DGX-2H"
    std::vector<SourceId> sources;  // that told of it
    std::vector<ObservedGpu> gpus;
    std::vector<ObservedNic> nics;
    std::vector<ObservedCpu> cpus;
    std::vector<ObservedSwitch> switches;
    std::vector<UntoldDevice> untold;        // what no source tells
    std::vector<ObservedPair> pairs;         // [a * gpus + b]
    std::vector<Fact<Path>> gpu_to_nic;      // [gpu * nics + nic]
    Fact<std::string> cluster_uuid, clique;  // the NVLink domain it belongs to is the two together

    // Gives `pairs` and `gpu_to_nic` the size that gpus and nics ask for; what was told stays.
    void resize_tables(std::size_t old_gpus, std::size_t old_nics);
    [[nodiscard]] ObservedPair& pair(std::size_t a, std::size_t b) { return pairs[a * gpus.size() + b]; }
    [[nodiscard]] const ObservedPair& pair(std::size_t a, std::size_t b) const {
        return pairs[a * gpus.size() + b];
    }
    [[nodiscard]] Fact<Path>& path_to_nic(std::size_t gpu, std::size_t nic) {
        return gpu_to_nic[gpu * nics.size() + nic];
    }
    [[nodiscard]] const Fact<Path>& path_to_nic(std::size_t gpu, std::size_t nic) const {
        return gpu_to_nic[gpu * nics.size() + nic];
    }
    // The GPU at a bus id, if there is one.
    [[nodiscard]] std::optional<std::size_t> gpu_at(const PciAddress& pci) const;
};

struct ObservedSource {
    std::string file;    // as the user gave it; "live" for this machine
    std::string format;  // the name in the table of formats
};

// Something a reader wants said that is no fact of the model, such as an attribute that NCCL will misread (a
// note), or a source that contradicts itself (a mismatch).
struct ObservedRemark {
    SourceId from;
    std::string place;
    std::string text;
    Severity severity = Severity::note;
    std::vector<std::uint32_t> gpus{};  // that it is about, by their numbers (ObservedGpu::index); none: all
};

// What a disagreement is about, and so which groups of a job hang on it.
enum class Subject {
    nvlinks,  // those with hops over NVLink
    way_out,  // those that leave the domain
    device    // all
};

// What two sources say differently; what the first said stays in the model.
struct Disagreement {
    Severity severity = Severity::mismatch;
    std::string one, other;  // each with its source: "18 NVLinks up (dump.xml)", "16 NVLinks up (nvlink.txt)"
    std::string cause;       // what may be behind it, and what helps
    Subject subject = Subject::device;
    bool operator==(const Disagreement&) const = default;
};

// Where two sources disagree, told once where several devices of a host differ alike.
struct ObservedDisagreement {
    Disagreement what;
    std::size_t host = 0;
    std::vector<std::size_t> gpus;  // none, and no pairs: the whole host
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::string nic;  // the name of one; empty: of none
};

struct Observed {
    std::vector<ObservedSource> sources;
    std::vector<ObservedHost> hosts;
    std::vector<ObservedRemark> remarks;
    std::vector<ObservedDisagreement> disagreements;
};

// Whether two names are of one host: equal, or equal up to the first dot where one of them has none ("node7"
// and "node7.site.org").
bool is_same_host(std::string_view a, std::string_view b);

// GPUs of a host in the order of their numbers; by bus id where no source told them, as NVML counts.
std::vector<std::size_t> gpu_order(const ObservedHost& host);

// "GPU 5", or its bus id where it has no number.
std::string gpu_label(const ObservedHost& host, std::size_t gpu);
// Its name, or the bus id.
std::string nic_label(const ObservedHost& host, std::size_t nic);
// Name or hash; "host N" where neither was told.
std::string host_label(const Observed& observed, std::size_t host);

}  // namespace railyard::machine
