#include "railyard/diagram/domain_legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "railyard/base/figures.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::diagram {
namespace {

std::string rate(BytesPerSecond bandwidth) {
    return human(bandwidth) + " per direction";
}

// Links without a switch: one entry for each number of them between two GPUs.
void add_direct(Legend& legend, const DomainKind& kind, const DomainParts& parts,
                const std::vector<Bundle>& bundles) {
    std::map<std::uint64_t, std::uint64_t> pairs;
    for (const Bundle& bundle : bundles) {
        const bool is_inside =
            bundle.a == bundle.b || parts.parts[bundle.a].folds || parts.parts[bundle.b].folds;
        if (bundle.kind == EdgeKind::nvlink && !is_inside) ++pairs[bundle.count];
    }
    const bool is_mesh = kind.scale_up.kind == ScaleUpKind::mesh;
    for (const auto& [count, number] : pairs)
        legend.line(
            direct_stroke(count),
            fmt::format("{}, {} x {} between {}", link_word(kind), count, rate(kind.scale_up.link.bandwidth),
                        is_mesh ? "every two GPUs" : counted(number, "pair") + " of GPUs"));
}

// The file gives the rate of a GPU's PCIe, and a NIC's: what a NIC has to its GPU is as fast as the NIC.
void add_pcie(Legend& legend, const DomainKind& kind, const std::string& mark) {
    const bool at_gpus = kind.nics_per_server() > 0 && !has_nics_on_cpus(kind);
    const Line line = stroke_of(EdgeKind::pcie, 1);
    if (kind.servers.c2c && at_gpus) {
        legend.line(line, "PCIe from a GPU to its NIC, as fast as the NIC");
        return;
    }
    std::string words = "PCIe: " + rate(kind.servers.pcie.bandwidth) + mark;
    if (at_gpus && kind.nics.bandwidth > kind.servers.pcie.bandwidth)
        words += "; to a NIC as fast as the NIC";
    legend.line(line, words);
}

}  // namespace

Line direct_stroke(std::uint64_t count) {
    Line line = stroke_of(EdgeKind::nvlink, 1);
    line.width = std::min(6.0, 1.6 * static_cast<double>(count) - 0.4);
    return line;
}

bool cpus_on_a_bus(const DomainKind& kind) {
    return kind.servers.cpus > 2;
}

void add_domain_legend(Legend& legend, const DomainKind& kind, const DomainParts& parts,
                       const std::vector<Bundle>& bundles, const AssumedParts& assumed) {
    const auto mark = [&](Assumed part) { return assumed.count(part) > 0 ? " (assumed)" : ""; };
    const ScaleUp& up = kind.scale_up;
    if (up.kind == ScaleUpKind::none) {
        if (assumed.count(Assumed::scale_up) > 0) {
            legend.words("links among GPUs beside PCIe: not told");
        } else if (kind.gpus() > 1) {
            legend.words("no links among GPUs but PCIe");
        }
    } else if (up.kind == ScaleUpKind::switched) {
        legend.line(stroke_of(EdgeKind::nvlink, 1),
                    fmt::format("{}: a link {}{}; wider: more links", link_word(kind),
                                rate(up.link.bandwidth), mark(Assumed::nvlink_rate)));
    } else {
        add_direct(legend, kind, parts, bundles);
        if (assumed.count(Assumed::nvlink_rate) > 0) legend.words("the rate of a link is assumed");
    }
    if (up.boards == 2 && up.trunk_links > 0)
        legend.line(stroke_of(EdgeKind::nvlink_trunk, 8),
                    fmt::format("trunk: {} x {} between an NVSwitch and its twin{}", up.trunk_links,
                                human(up.trunk.bandwidth), mark(Assumed::trunk)));
    const Servers& servers = kind.servers;
    if (servers.c2c && servers.cpus > 0)
        legend.line(stroke_of(EdgeKind::c2c, 1), "NVLink-C2C: " + rate(servers.c2c->bandwidth));
    add_pcie(legend, kind, mark(Assumed::pcie));
    if (servers.cpus > 1)
        legend.line(stroke_of(EdgeKind::cpu_link, 1),
                    (cpus_on_a_bus(kind) ? "between any two CPUs: " : "between CPUs: ") +
                        rate(servers.cpu_link.bandwidth) + mark(Assumed::cpu_link));
    if (parts.has_assumed) legend.swatch(assumed_frame({}).style, "assumed: not told, see the notes");
    if (parts.has_missing) legend.swatch(missing_style(), "unavailable");
    if (parts.has_damaged) legend.swatch(damaged_style({Ink::paper, Ink::frame}), "some GPUs unavailable");
}

}  // namespace railyard::diagram
