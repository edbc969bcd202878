#include <nlohmann/json.hpp>

#include "railyard/output/place_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

Json hops_by_reach(const Topology& topology, const HopCount& hops) {
    Json json = {{"nvlink", hops.nvlink}, {"pcie", hops.pcie}};
    for (std::size_t t = 0; t < hops.tiers.size(); ++t)
        json[topology.network().tiers[t].name] = hops.tiers[t];
    return json;
}

Json dimension_json(const Topology& topology, const DimensionReport& report) {
    const DimensionHops& hops = report.hops;
    Json bytes_by_tier = Json::object();
    for (std::size_t t = 0; t < report.bytes_per_step.tiers.size(); ++t) {
        bytes_by_tier[topology.network().tiers[t].name] = report.bytes_per_step.tiers[t].raw();
    }
    return {
        {"name", name_of(hops.dimension)},
        {"degree", hops.degree},
        {"groups", hops.groups},
        {"groups_on_nvlink", hops.groups_on_nvlink},
        {"pattern", hop_pattern_names[static_cast<std::size_t>(hops.pattern)]},
        {"hops", hops_by_reach(topology, hops.hops)},
        {"nvlink", hops.hops.nvlink},
        {"pcie", hops.hops.pcie},
        {"network", hops.hops.network()},
        {"wrap", {{"nvlink", hops.wrap.nvlink}, {"pcie", hops.wrap.pcie}, {"network", hops.wrap.network()}}},
        {"bytes_per_step",
         {{"nvlink", report.bytes_per_step.nvlink.raw()},
          {"pcie", report.bytes_per_step.pcie.raw()},
          {"network", report.bytes_per_step.network().raw()},
          {"tiers", bytes_by_tier}}}};
}

Json placement_json(const Layout& layout, const Placement& placement) {
    return {{"policy", policy_names[static_cast<std::size_t>(layout.placement.policy)]},
            {"block", placement.block},
            {"domains_used", placement.domains_used},
            {"servers_used", placement.servers_used},
            {"gpus_idle", placement.gpus_idle},
            {"gpus_spare", placement.gpus_spare},
            {"gpus_unavailable", placement.gpus_unavailable}};
}

}  // namespace

std::string place_json(const PlaceReport& report) {
    Json json = {{"layout", report.layout.name},
                 {"topology", report.topology.name()},
                 {"ranks", report.layout.degrees.ranks()}};
    if (const auto* no = std::get_if<DoesNotFit>(&report.result)) {
        json["fits"] = false;
        json["gpus_short"] = no->short_by;
        json["ranks_placed"] = no->placed;
        json["why"] = no->why;
    } else {
        const auto& evaluation = std::get<Evaluation>(report.result);
        json["fits"] = true;
        json["placement"] = placement_json(report.layout, evaluation.placement);
        json["dimensions"] = Json::array();
        for (const auto& dimension : evaluation.dimensions) {
            json["dimensions"].push_back(dimension_json(report.topology, dimension));
        }
    }
    json["notes"] = report.notes;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
