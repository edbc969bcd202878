#include "railyard/estimate/calibration.hpp"

#include <algorithm>

#include "railyard/base/figures.hpp"
#include "railyard/estimate/product_precision.hpp"
#include "railyard/estimate/regular_shared_links.hpp"
#include "railyard/estimate/shared_links.hpp"

namespace railyard {
namespace {

const GpuFacts* facts_of(const Calibration& calibration, const std::string& gpu) {
    for (const GpuFacts& facts : calibration.gpus)
        if (facts.gpu == gpu) return &facts;
    return nullptr;
}

const PlatformCurves* curves_of(const Calibration& calibration, const std::string& gpu) {
    for (const PlatformCurves& platform : calibration.platforms) {
        if (std::find(platform.gpus.begin(), platform.gpus.end(), gpu) != platform.gpus.end())
            return &platform;
    }
    return nullptr;
}

// The kind of domain whose GPU is slowest of those that hold a rank.
const DomainKind& slowest_kind(const Topology& topology, const Layout& layout, const Evaluation& evaluation) {
    const DomainKind* slowest = nullptr;
    const auto speed = [&](const DomainKind& kind) {
        const auto precision = counted_precision(kind.gpu, layout.precision);
        return precision ? kind.gpu.peak_of(*precision)->raw() : 0;
    };
    for (const Segment& segment : evaluation.placement.segments) {
        const DomainKind& kind = topology.kinds()[topology.domain(segment.domain).kind];
        if (slowest == nullptr || speed(kind) < speed(*slowest)) slowest = &kind;
        if (topology.kinds().size() == 1) break;
    }
    return *slowest;
}

// Where tiers are narrow, what the groups of a dimension leave each other. Elsewhere that is their NICs.
void share_links(CalibratedMachine& machine, const Topology& topology, const Layout& layout,
                 const Evaluation& evaluation, const RegularPlacement* regular, KnownShares* shares) {
    const RankGrid grid(layout.order, layout.degrees);
    for (std::size_t d = 0; d < dimension_count; ++d) {
        GroupClass& group = machine.groups[d];
        if (group.domains < 2 || !group.farthest.is_network()) continue;
        if (oversubscription_up_to(topology.network(), group.farthest.tier()) <= 1) continue;
        const auto dimension = static_cast<Dimension>(d);
        std::optional<BytesPerSecond> rate;
        if (regular != nullptr) {
            rate = shares != nullptr ? shares->rate(grid, *regular, dimension, group.farthest)
                                     : shared_rate(topology, grid, *regular, dimension, group.farthest);
        }
        group.network =
            rate ? *rate : shared_rate(topology, grid, evaluation.placement, dimension, group.farthest);
    }
}

// A product that is faster than the GPU's own file allows was measured on another GPU of that name.
std::string beyond_peak(const GpuFacts& facts, const Gpu& gpu, Precision timed,
                        const std::string& calibration) {
    const auto peak = gpu.peak_of(timed);
    const FlopsPerSecond best = timed == Precision::fp8 ? facts.best_fp8 : facts.best_bf16;
    if (!peak || best <= *peak) return "";
    return "the best " + std::string(precision_names[static_cast<std::size_t>(timed)]) + " product of '" +
           gpu.name + "' in the calibration '" + calibration + "', " + human(best) +
           ", is above the peak that its file states, " + human(*peak);
}

JobLinks links_of(const CalibratedMachine& machine, const DomainKind& kind) {
    for (const GroupClass& group : machine.groups) {
        const bool inside = group.most_in_domain > 1;
        if (group.farthest == Reach::pcie() || (inside && kind.scale_up.kind == ScaleUpKind::none))
            return JobLinks::pcie;
    }
    return machine.group(Dimension::tp).domains > 1 ? JobLinks::network : JobLinks::nvlink;
}

// What a send between stages sees: NVLink where all hops stay on it, else the NICs.
void set_sends(CalibratedMachine& machine, const Evaluation& evaluation, const GivenValues& given) {
    const GroupClass& group = machine.group(Dimension::pp);
    if (group.members < 2) return;
    const bool network = std::any_of(
        evaluation.dimensions.begin(), evaluation.dimensions.end(), [](const DimensionReport& report) {
            return report.hops.dimension == Dimension::pp && report.hops.hops.network() > 0;
        });
    machine.send_rate =
        network ? group.network * machine.curves.network.share : group.inside * given[Given::copy_share];
    machine.send_latency =
        microseconds(given[Given::send_start]) +
        (network ? group.network_latency + microseconds(given[Given::network_start]) : group.inside_latency);
}

}  // namespace

std::variant<CalibratedMachine, std::string> calibrated_machine(
    const Calibration& calibration, const Topology& topology, const Layout& layout,
    const Evaluation& evaluation, const std::vector<DimensionLinks>& links, const RegularPlacement* regular,
    KnownShares* shares) {
    const DomainKind& kind = slowest_kind(topology, layout, evaluation);
    const GpuFacts* facts = facts_of(calibration, kind.gpu.name);
    const PlatformCurves* platform = curves_of(calibration, kind.gpu.name);
    if (facts == nullptr || platform == nullptr) {
        return "the calibration '" + calibration.name + "' has no " +
               (facts == nullptr ? "matrix products" : "collectives") + " of the GPU '" + kind.gpu.name + "'";
    }
    const auto timed = timed_precision(*facts, kind.gpu, layout.precision);
    if (!timed) {
        return "the calibration '" + calibration.name + "' has no matrix products in " +
               std::string(precision_names[static_cast<std::size_t>(layout.precision)]);
    }
    CalibratedMachine machine;
    machine.gpu = *facts;
    // A GPU with another peak was not measured: it is taken to reach as much of it.
    const bool has_bf16 = kind.gpu.peak_of(Precision::bf16).has_value();
    const Precision sixteen_bits = *timed == Precision::fp16 || !has_bf16 ? Precision::fp16 : Precision::bf16;
    machine.gpu.best_bf16 = facts->best_bf16 * kind.gpu.over_file(sixteen_bits);
    machine.gpu.best_fp8 = facts->best_fp8 * kind.gpu.over_file(Precision::fp8);
    if (auto why = beyond_peak(machine.gpu, kind.gpu, *timed, calibration.name); !why.empty()) return why;
    machine.timed = *timed;
    machine.precision = *timed == Precision::fp8 ? ProductPrecision::fp8 : ProductPrecision::bf16;
    machine.memory = kind.gpu.memory_bandwidth;
    machine.curves = platform->curves;
    machine.platform = platform->name;
    if (kind.scale_up.kind != ScaleUpKind::switched) machine.curves.nvls.reset();
    for (const DimensionLinks& dimension : links)
        machine.groups[static_cast<std::size_t>(dimension.dimension)] = dimension.slowest();
    machine.links = links_of(machine, kind);
    share_links(machine, topology, layout, evaluation, regular, shares);
    set_sends(machine, evaluation, calibration.constants.given);
    return machine;
}

}  // namespace railyard
