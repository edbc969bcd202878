#include <nlohmann/json.hpp>
#include <utility>

#include "railyard/output/show_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> shown_names = {"all", "asked_for", "full_span", "one_domain",
                                                         "domain_alone"};
constexpr std::array<std::string_view, 5> pairs_names = {"nvlink", "nvlink_two_boards", "pcie",
                                                         "pcie_two_cpus", "network"};

Json or_null(const std::optional<BytesPerSecond>& rate) {
    return rate ? Json(rate->raw()) : Json(nullptr);
}

Json gpu_json(const Gpu& gpu) {
    Json peak = Json::object();
    for (std::size_t p = 0; p < precision_count; ++p) {
        if (gpu.peak[p]) peak[std::string(precision_names[p])] = gpu.peak[p]->raw();
    }
    return {{"name", gpu.name},
            {"about", gpu.about},
            {"memory_bytes", gpu.memory.raw()},
            {"memory_bandwidth_bytes_per_second", gpu.memory_bandwidth.raw()},
            {"peak_flops_per_second", std::move(peak)}};
}

Json nics_json(const DomainKind& kind) {
    return {{"per_server", kind.nics_per_server()},
            {"shared", kind.nics.sharing == NicSharing::per_server && kind.nics.count < kind.servers.gpus},
            {"bandwidth_bytes_per_second", kind.nics.bandwidth.raw()},
            {"model", kind.nics.model}};
}

Json parts_json(const DomainInventory& parts) {
    return {{"servers", parts.servers},
            {"gpus", parts.gpus},
            {"nvswitches", parts.nvswitches},
            {"cpus", parts.cpus},
            {"nics", parts.nics}};
}

Json links_json(const DomainInventory& parts) {
    Json links = Json::array();
    for (const LinkCount& link : parts.links) {
        links.push_back({{"from", part_name(link.a)},
                         {"to", part_name(link.b)},
                         {"links", link.count},
                         {"bandwidth_bytes_per_second", link.bandwidth.raw()}});
    }
    return links;
}

Json reaches_json(const Topology& topology, const std::vector<ReachRates>& reaches) {
    Json rows = Json::array();
    for (const ReachRates& rates : reaches) {
        const bool is_network = rates.pairs == PairKind::network;
        const bool is_nvlink = rates.pairs == PairKind::nvlink || rates.pairs == PairKind::nvlink_two_boards;
        rows.push_back({{"reach", is_network  ? topology.network().tiers[rates.tier].name
                                  : is_nvlink ? "nvlink"
                                              : "pcie"},
                        {"pairs", pairs_names[static_cast<std::size_t>(rates.pairs)]},
                        {"pair_alone_least_bytes_per_second", rates.pair_least.raw()},
                        {"pair_alone_most_bytes_per_second", rates.pair_most.raw()},
                        {"gpu_all_sending_bytes_per_second", rates.per_gpu.raw()},
                        {"gpu_planned_bytes_per_second", or_null(rates.per_gpu_planned)},
                        {"latency_seconds", rates.latency.raw()}});
    }
    return rows;
}

Json kind_json(const Topology& topology, const KindOverview& overview) {
    const DomainKind& kind = topology.kinds()[overview.kind];
    return {{"name", kind.name},
            {"about", kind.about},
            {"domain_word", kind.domain_word},
            {"server_word", kind.server_word},
            {"physical_domains", overview.physical},
            {"nvlink_domains", overview.domains},
            {"servers_per_domain", kind.servers.count},
            {"gpus_per_server", kind.servers.gpus},
            {"gpus_per_domain", kind.gpus()},
            {"partitions", kind.partitions},
            {"scale_up", scale_up_names[static_cast<std::size_t>(kind.scale_up.kind)]},
            {"nvlink_bytes_per_second", kind.nvlink_per_gpu().raw()},
            {"bisection_bytes_per_second", or_null(overview.bisection)},
            {"gpu", gpu_json(kind.gpu)},
            {"nics", nics_json(kind)},
            {"reaches", reaches_json(topology, overview.reaches)},
            {"parts", parts_json(overview.parts)},
            {"links", links_json(overview.parts)}};
}

Json tier_json(const Tier& tier, const TierOverview& overview) {
    Json span = nullptr;
    if (tier.span != 0) {
        span = {{"number", tier.span}, {"unit", span_unit_names[static_cast<std::size_t>(tier.unit)]}};
    }
    return {{"name", tier.name},
            {"span", std::move(span)},
            {"spans", overview.parts.spans},
            {"switches", overview.parts.switches},
            {"switches_are_logical", !overview.shape.given},
            {"planes", overview.shape.planes},
            {"links_from_below", overview.parts.links_from_below},
            {"latency_seconds", tier.latency.raw()},
            {"oversubscription", tier.oversubscription},
            {"bisection_bytes_per_second", overview.bisection.raw()}};
}

Json network_json(const ShowReport& report) {
    const Network& network = report.shown.topology.network();
    Json tiers = Json::array();
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        tiers.push_back(tier_json(network.tiers[t], report.overview.tiers[t]));
    }
    return {{"rails", network.rails},
            {"cross_rail", cross_rail_names[static_cast<std::size_t>(network.cross_rail)]},
            {"tiers", std::move(tiers)}};
}

}  // namespace

std::string show_json(const ShowReport& report) {
    const Topology& topology = report.shown.topology;
    Json kinds = Json::array();
    for (const KindOverview& kind : report.overview.kinds) kinds.push_back(kind_json(topology, kind));
    Json json = {
        {"topology", topology.name()},
        {"about", topology.about()},
        {"as_needed", report.shown.size != ShownSize::all},
        {"shown", shown_names[static_cast<std::size_t>(report.shown.size)]},
        {"physical_domains", report.overview.physical},
        {"nvlink_domains", report.overview.domains},
        {"parts", parts_json(report.overview.parts)},
        {"kinds", std::move(kinds)},
        {"network", network_json(report)},
        {"unavailable", {{"gpus", topology.unavailable().size()}, {"names", report.overview.unavailable}}},
        {"notes", report.notes}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
