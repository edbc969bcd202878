#pragma once
// What a topology is made of, as its files say it: GPUs, the scale-up domains that hold them, and the network
// between domains. Plain values; Topology puts them together. All bandwidths are per direction.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/precision.hpp"
#include "railyard/base/units.hpp"

namespace railyard {

// What one part costs and draws, where a file says it.
struct PartBill {
    std::optional<Money> cost;
    std::optional<Watts> power;
};

// Who makes a GPU, in the order of `gpu_maker_names`. Links between AMD's GPUs are xGMI, between NVIDIA's
// NVLink.
enum class GpuMaker { nvidia, amd };
inline constexpr std::array<std::string_view, 2> gpu_maker_names = {"nvidia", "amd"};

struct Gpu {
    std::string name;
    std::string about;
    PartBill bill{};
    // Dense peak per precision; none where the GPU has no such units.
    std::array<std::optional<FlopsPerSecond>, precision_count> peak;
    // Each peak over that of the GPU's file: differs from 1 where it was set from outside, as by a sweep.
    // What was measured of the GPU is taken so many times as fast.
    std::array<double, precision_count> peak_over_file = {1, 1, 1, 1, 1};
    Bytes memory;  // what the driver shows, before any context
    BytesPerSecond memory_bandwidth;
    std::optional<GpuMaker> maker{};  // none: its file does not say

    [[nodiscard]] std::optional<FlopsPerSecond> peak_of(Precision p) const {
        return peak[static_cast<std::size_t>(p)];
    }
    [[nodiscard]] double over_file(Precision p) const { return peak_over_file[static_cast<std::size_t>(p)]; }
};

// One link, or one direction of one.
struct LinkRate {
    BytesPerSecond bandwidth;                 // nominal payload rate
    std::optional<BytesPerSecond> effective;  // what software plans with (NCCL's topo.h), where known
    Seconds latency;
};

// How the GPUs of a domain are joined, in the order of `scale_up_names`.
enum class ScaleUpKind {
    switched,  // every GPU to every switch of its board
    mesh,      // every pair of GPUs
    links,     // the pairs listed
    none       // no NVLink at all: the inside of the server is PCIe
};
inline constexpr std::array<std::string_view, 4> scale_up_names = {"switched", "mesh", "links", "none"};

struct ScaleUp {
    // `count` parallel links between two GPUs of the domain (local numbers).
    struct Pair {
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t count = 1;
    };

    ScaleUpKind kind = ScaleUpKind::none;
    LinkRate link;

    // switched: `switches` in all, spread evenly over `boards`; GPU g sits on board g / (gpus / boards). A
    // GPU has links_per_switch[i] links to the i-th switch of its own board. With two boards, switch i of one
    // is joined to switch i of the other by `trunk_links` trunk links.
    std::uint32_t switches = 0;
    std::uint32_t boards = 1;
    std::vector<std::uint32_t> links_per_switch;
    std::uint32_t trunk_links = 0;
    LinkRate trunk;

    std::uint32_t links_per_pair = 1;  // mesh
    std::vector<Pair> pairs;           // links; each unordered pair at most once
    // Where a sweep changes the GPUs of the domain and leaves `switches` alone: those that it was written
    // for. 0: the same.
    std::uint32_t written_for_gpus = 0;
    PartBill switch_bill{};  // of one NVSwitch chip
    PartBill cable_bill{};   // of one link
};

struct Servers {
    std::uint32_t count = 1;  // per domain
    std::uint32_t gpus = 8;   // per server
    std::uint32_t cpus = 2;   // per server; GPU g hangs on CPU g * cpus / gpus
    LinkRate pcie;            // GPU or NIC to its CPU
    LinkRate cpu_link;        // between the CPUs of a server
    PartBill bill{};          // of one server without its GPUs and NICs
    // GPU to its CPU where that is not PCIe (NVLink-C2C). The NICs beside a GPU then hang on its CPU.
    std::optional<LinkRate> c2c{};

    [[nodiscard]] const LinkRate& gpu_to_cpu() const { return c2c ? *c2c : pcie; }
};

enum class NicSharing { per_gpu, per_server };

struct Nics {
    NicSharing sharing = NicSharing::per_gpu;
    std::uint32_t count = 0;  // per GPU, or per server; 0: the server has no way out
    BytesPerSecond bandwidth;
    std::string model;  // ConnectX-7, EFAv2; empty: not said
    PartBill bill{};    // of one NIC
};

// One kind of scale-up domain: an HGX box, an NVL72 rack.
struct DomainKind {
    std::string name;
    std::string about;
    Gpu gpu;
    std::string domain_word = "domain";  // how its parts are called in names: rack3/tray7/gpu2
    std::string server_word = "server";
    Servers servers;
    ScaleUp scale_up;
    Nics nics;
    std::vector<std::uint32_t> partitions;  // GPUs of each NVLink partition, in order; empty: one, whole

    [[nodiscard]] std::uint32_t gpus() const { return servers.count * servers.gpus; }
    [[nodiscard]] std::uint32_t nics_per_server() const {
        return nics.sharing == NicSharing::per_gpu ? nics.count * servers.gpus : nics.count;
    }
    // The first NIC (number in its server) that serves a GPU (number in its server).
    [[nodiscard]] std::uint32_t first_nic_of(std::uint32_t gpu_in_server) const;
    // All NVLinks of one GPU in switched domains and meshes; of the poorest GPU where links are listed.
    [[nodiscard]] BytesPerSecond nvlink_per_gpu() const;
    // NIC bandwidth that one GPU can use alone, and when all GPUs of its server send at once.
    [[nodiscard]] BytesPerSecond nic_alone() const;
    [[nodiscard]] BytesPerSecond nic_share() const;
    // The CPU that a GPU hangs on (numbers in its server), and the board it sits on (local number).
    [[nodiscard]] std::uint32_t cpu_of(std::uint32_t gpu_in_server) const;
    [[nodiscard]] std::uint32_t board_of(std::uint32_t local) const;
    // Parallel NVLinks between two GPUs (local numbers) without a switch between them.
    [[nodiscard]] std::uint32_t direct_links(std::uint32_t a, std::uint32_t b) const;
};

// What a tier's span is counted in, in the order of `span_unit_names`.
enum class SpanUnit { domains, servers, gpus };
inline constexpr std::array<std::string_view, 3> span_unit_names = {"domains", "servers", "gpus"};

// Whether a key stands in the file or was set from outside, as by a sweep.
enum class SetBy { file, outside };

struct Tier {
    std::string name;
    SpanUnit unit = SpanUnit::domains;
    std::uint32_t span = 0;  // 0: everything (the last tier)
    Seconds latency;         // whole one-way network latency of a hop of this reach
    // Bandwidth below this tier's switches over bandwidth into them: 7 for 1:7, 1 is non-blocking.
    double oversubscription = 1;
    std::uint32_t switches =
        0;  // per span (at the bottom of a railed network: per span and rail); 0: not said
    // Where a sweep sets another oversubscription than the file has: that of the file, which `switches` was
    // written for unless the sweep sets it as well. 0: the same.
    double written_oversubscription = 0;
    SetBy switches_set_by = SetBy::file;
    std::uint32_t ports = 0;   // per switch; 0: not said
    std::uint32_t planes = 1;  // parallel fabrics that every NIC is spread over
    PartBill switch_bill{};    // of one switch
    PartBill cable_bill{};     // of one cable from below, its ends included
};

// How traffic between NICs of different rails travels, in the order of `cross_rail_names`.
enum class CrossRail {
    pxn,   // over NVLink to a GPU on the right rail, then as if on the same rail
    spine  // through the second tier at least
};
inline constexpr std::array<std::string_view, 2> cross_rail_names = {"pxn", "spine"};

struct Network {
    std::uint32_t rails = 1;
    CrossRail cross_rail = CrossRail::pxn;
    std::vector<Tier> tiers;  // bottom up; empty: no network, a job cannot leave its domain
};

}  // namespace railyard
