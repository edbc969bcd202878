#include "railyard/estimate/machine_rates.hpp"

#include <algorithm>
#include <limits>

#include "railyard/base/error.hpp"

namespace railyard {
namespace {

// Kinds of domains that hold a rank, each once.
std::vector<std::uint32_t> used_kinds(const Topology& topology, const Placement& placement) {
    std::vector<std::uint32_t> kinds;
    for (const Segment& segment : placement.segments) {
        const std::uint32_t kind = topology.domain(segment.domain).kind;
        if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
        if (kinds.size() == topology.kinds().size()) break;
    }
    return kinds;
}

// What stands in for `wanted` on a GPU. A GPU without any such peak has no compute time to speak of.
Precision needed_precision(const Gpu& gpu, Precision wanted) {
    if (const auto precision = counted_precision(gpu, wanted)) return *precision;
    const std::string name(precision_names[static_cast<std::size_t>(wanted)]);
    throw InputError(
        Diagnostic{{},
                   "the GPU '" + gpu.name + "' has no peak for " + name,
                   "give its file one ('peak: {" + name + ": ...}'), or ask for another precision",
                   "",
                   0});
}

double share_of(std::uint64_t hops, std::uint64_t total) {
    return total == 0 ? 1 : static_cast<double>(hops) / static_cast<double>(total);
}

// The slowest of the kinds used.
struct KindRates {
    BytesPerSecond inside;  // NVLink, or PCIe where there is none
    BytesPerSecond nic;
    bool pcie_is_inside = false;  // hops over PCIe have no better way to be charged
};

KindRates look_at_kinds(const Topology& topology, const Layout& layout, const Placement& placement,
                        MachineRates& rates) {
    constexpr double none = std::numeric_limits<double>::infinity();
    rates.peak = flops_per_second(none);
    rates.memory_bandwidth = bytes_per_second(none);
    rates.gpu_memory = bytes(none);
    KindRates slowest{bytes_per_second(none), bytes_per_second(none), false};
    bool first = true;
    for (const std::uint32_t k : used_kinds(topology, placement)) {
        const DomainKind& kind = topology.kinds()[k];
        rates.gpu = first || rates.gpu == kind.gpu.name ? kind.gpu.name : "";
        first = false;
        const Precision precision = needed_precision(kind.gpu, layout.precision);
        const FlopsPerSecond peak = *kind.gpu.peak_of(precision);
        if (peak < rates.peak) rates.counted_precision = precision;
        rates.peak = std::min(rates.peak, peak);
        rates.memory_bandwidth = std::min(rates.memory_bandwidth, kind.gpu.memory_bandwidth);
        rates.gpu_memory = std::min(rates.gpu_memory, kind.gpu.memory);
        const BytesPerSecond nvlink = kind.nvlink_per_gpu();
        const bool has_nvlink = nvlink.raw() > 0;
        slowest.inside = std::min(slowest.inside, has_nvlink ? nvlink : kind.servers.gpu_to_cpu().bandwidth);
        slowest.nic = std::min(slowest.nic, kind.nic_share());
        slowest.pcie_is_inside = slowest.pcie_is_inside || !has_nvlink || kind.nics.count == 0;
    }
    return slowest;
}

}  // namespace

std::optional<Precision> counted_precision(const Gpu& gpu, Precision wanted) {
    const auto has = [&](Precision p) { return gpu.peak_of(p).has_value(); };
    if (has(wanted)) return wanted;
    if (wanted == Precision::bf16 && has(Precision::fp16)) return Precision::fp16;
    if (wanted == Precision::fp16 && has(Precision::bf16)) return Precision::bf16;
    // fp4 -> fp8 -> bf16 -> fp16 -> fp32
    for (auto p = static_cast<std::size_t>(wanted); p-- > 0;) {
        if (has(static_cast<Precision>(p))) return static_cast<Precision>(p);
    }
    return std::nullopt;
}

std::string counted_note(const MachineRates& rates, Precision wanted) {
    if (rates.counted_precision == wanted) return "";
    const auto name = [](Precision p) { return std::string(precision_names[static_cast<std::size_t>(p)]); };
    const std::string gpu = rates.gpu.empty() ? "the slowest GPU" : "the GPU '" + rates.gpu + "'";
    return gpu + " has no " + name(wanted) + " peak: that of " + name(rates.counted_precision) + " stands in";
}

MachineRates machine_rates(const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                           const std::vector<DimensionLinks>& links) {
    MachineRates rates;
    const KindRates slowest = look_at_kinds(topology, layout, evaluation.placement, rates);
    rates.dimensions.fill({true, 1, slowest.inside, slowest.nic});
    for (std::size_t i = 0; i < links.size(); ++i) {
        DimensionRates& own = rates.dimensions[static_cast<std::size_t>(links[i].dimension)];
        const HopCount& hops = evaluation.dimensions[i].hops.hops;
        const std::uint64_t inside = hops.nvlink + (slowest.pcie_is_inside ? hops.pcie : 0);
        own.in_one_domain = links[i].dimension == Dimension::pp
                                ? inside == hops.total()
                                : std::all_of(links[i].classes.begin(), links[i].classes.end(),
                                              [](const GroupClass& c) { return c.domains == 1; });
        own.nvlink_share = share_of(inside, hops.total());
        for (const GroupClass& c : links[i].classes) {
            if (c.most_in_domain > 1) own.nvlink = std::min(own.nvlink, c.inside);
        }
    }
    return rates;
}

}  // namespace railyard
