#include <fmt/format.h>

#include <iterator>

#include "railyard/output/place_report.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {

std::string place_csv(const PlaceReport& report) {
    const auto& tiers = report.topology.network().tiers;
    std::string text =
        "layout,topology,dimension,degree,groups,groups_on_nvlink,pattern,hops_nvlink,hops_pcie,hops_network,"
        "wrap_nvlink,wrap_pcie,wrap_network,bytes_per_step_nvlink,bytes_per_step_pcie,bytes_per_step_network";
    for (const Tier& tier : tiers) text += "," + csv_cell("hops_tier_" + tier.name);
    text += "\n";
    const auto* evaluation = std::get_if<Evaluation>(&report.result);
    if (evaluation == nullptr) return text;
    const std::vector<TrafficBytes> carried = bytes_per_step(report);
    for (std::size_t i = 0; i < carried.size(); ++i) {
        const DimensionHops& hops = evaluation->dimensions[i].hops;
        const TrafficBytes& bytes = carried[i];
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", csv_cell(report.layout.name),
                            csv_cell(report.topology.name()), name_of(hops.dimension), hops.degree,
                            hops.groups, hops.groups_on_nvlink,
                            hop_pattern_names[static_cast<std::size_t>(hops.pattern)], hops.hops.nvlink,
                            hops.hops.pcie, hops.hops.network(), hops.wrap.nvlink, hops.wrap.pcie,
                            hops.wrap.network(), bytes.nvlink.raw(), bytes.pcie.raw(), bytes.network().raw());
        for (const auto tier : hops.hops.tiers) text += fmt::format(",{}", tier);
        text += "\n";
    }
    return text;
}

std::string ranks_csv(const Topology& topology, const Layout& layout, const Placement& placement) {
    const RankGrid grid(layout.order, layout.degrees);
    std::string text = "rank,tp,cp,pp,dp,ep,etp,edp,domain,server,gpu\n";
    for (std::uint32_t r = 0; r < placement.gpu_of.size(); ++r) {
        const RankId rank(r);
        const GpuPlace place = topology.place(placement.gpu_of[rank]);
        fmt::format_to(std::back_inserter(text), "{}", r);
        for (const auto d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp, Dimension::ep,
                             Dimension::etp, Dimension::edp}) {
            fmt::format_to(std::back_inserter(text), ",{}", grid.coordinate(rank, d));
        }
        const std::string server = server_name(topology, place);
        fmt::format_to(std::back_inserter(text), ",{},{},{}/gpu{}\n",
                       csv_cell(domain_name(topology, topology.domain(place.domain))), csv_cell(server),
                       server, place.gpu_in_server);
    }
    return text;
}

}  // namespace railyard::output
