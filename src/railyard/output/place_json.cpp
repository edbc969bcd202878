#include <nlohmann/json.hpp>
#include <utility>

#include "railyard/job/flops.hpp"
#include "railyard/output/memory_report.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/step_parts.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

Json hops_by_reach(const Topology& topology, const HopCount& hops) {
    Json json = {{"nvlink", hops.nvlink}, {"pcie", hops.pcie}};
    for (std::size_t t = 0; t < hops.tiers.size(); ++t)
        json[topology.network().tiers[t].name] = hops.tiers[t];
    return json;
}

Json calibrated_json(const Layout& layout, const StepReport& report) {
    Json json = {{"calibration", report.fitted_on}, {"error_band", nullptr}, {"reasons", Json::array()}};
    json["site"] = report.site;
    json["site_fitted_on"] = report.site_rows;
    if (const auto& band = report.band) {
        json["error_band"] = {{"percent", band->percent},
                              {"share_of_runs", 0.8},
                              {"runs", band->rows},
                              {"kind", run_kind_names[static_cast<std::size_t>(band->kind)]}};
        if (band->generation)
            json["error_band"]["generation"] = generation_names[static_cast<std::size_t>(*band->generation)];
        if (band->most_gpus != 0) json["error_band"]["most_gpus"] = band->most_gpus;
        if (const std::string other = not_run_by(*band, layout.software); !other.empty())
            json["error_band"]["but"] = other;
    } else if (!report.no_band.empty()) {
        json["no_error_band"] = report.no_band;
    }
    for (const CostReason& reason : report.reasons) {
        json["reasons"].push_back({{"part", cost_item_names[static_cast<std::size_t>(reason.item)]},
                                   {"seconds", reason.time.raw()},
                                   {"bound_by", reason.bound}});
        if (!reason.detail.empty()) json["reasons"].back()["detail"] = reason.detail;
    }
    json["hidden"] = Json::array();
    for (const HiddenPart& part : report.hidden) {
        json["hidden"].push_back({{"part", cost_item_names[static_cast<std::size_t>(part.item)]},
                                  {"seconds", part.time.raw()},
                                  {"behind", part.behind}});
    }
    return json;
}

Json reference_json(const StepReport& report) {
    Json json = {
        {"eta", report.estimate.efficiency}, {"eta_fitted_on", report.fitted_on}, {"reasons", Json::array()}};
    for (const PartReason& reason : report.formulas)
        json["reasons"].push_back(
            {{"part", reason.part}, {"seconds", reason.time.raw()}, {"bound_by", reason.bound}});
    return json;
}

Json step_json(const Layout& layout, const StepReport& report) {
    const StepTimes& step = report.estimate.step;
    const auto tflops = [&](AttentionCount attention, RecomputeCount recompute) {
        return model_flops_per_gpu(layout, step_flops(layout, attention, recompute), step.total()) /
               teraflops_per_second(1);
    };
    Json json = {{"model", cost_model_names[static_cast<std::size_t>(report.estimate.model)]},
                 {"seconds", step.total().raw()}};
    for (const auto& [name, time] : named_parts(step)) json[std::string(name)] = time.raw();
    // As the reference model counts FLOPs: attention in full, what is recomputed included.
    json.update({{"tflops_per_gpu", tflops(AttentionCount::full, RecomputeCount::hardware)},
                 {"tflops_per_gpu_model", tflops(AttentionCount::full, RecomputeCount::model)},
                 {"tflops_per_gpu_model_causal", tflops(AttentionCount::causal, RecomputeCount::model)},
                 {"mfu", tflops(AttentionCount::full, RecomputeCount::model) /
                             (report.estimate.rates.peak / teraflops_per_second(1))},
                 {"tokens_per_second_per_gpu", tokens_per_second_per_gpu(layout, step.total())},
                 {"gpu_hours", gpu_hours(layout, step.total(), report.tokens)},
                 {"gpu_hours_for_tokens", report.tokens}});
    json.update(report.estimate.model == CostModel::reference ? reference_json(report)
                                                              : calibrated_json(layout, report));
    if (const auto error = error_percent(layout, report.estimate)) {
        json["published_seconds"] = compared_step(layout, report.estimate)->raw();
        json["error_percent"] = *error;
    }
    return json;
}

Json links_json(const Topology& topology, const DimensionLinks& links) {
    Json classes = Json::array();
    for (const GroupClass& c : links.classes) {
        classes.push_back({{"groups", c.groups},
                           {"members", c.members},
                           {"domains", c.domains},
                           {"fewest_in_domain", c.fewest_in_domain},
                           {"most_in_domain", c.most_in_domain},
                           {"reach", reach_name(topology, c.farthest)},
                           {"inside_bytes_per_second", c.inside.raw()},
                           {"inside_latency_seconds", c.inside_latency.raw()},
                           {"network_bytes_per_second", c.network.raw()},
                           {"network_alone_bytes_per_second", c.network_alone.raw()},
                           {"network_latency_seconds", c.network_latency.raw()}});
    }
    return classes;
}

Json dimension_json(const Topology& topology, const DimensionHops& hops, const TrafficBytes& bytes) {
    Json bytes_by_tier = Json::object();
    for (std::size_t t = 0; t < bytes.tiers.size(); ++t) {
        bytes_by_tier[topology.network().tiers[t].name] = bytes.tiers[t].raw();
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
         {{"nvlink", bytes.nvlink.raw()},
          {"pcie", bytes.pcie.raw()},
          {"network", bytes.network().raw()},
          {"tiers", bytes_by_tier}}}};
}

Json placement_json(const Layout& layout, const Placement& placement) {
    const bool given = placement.origin == PlacementOrigin::given;
    return {{"policy", given ? "given" : policy_names[static_cast<std::size_t>(layout.placement.policy)]},
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
        json["placement"] = nullptr;
        json["dimensions"] = Json::array();
    } else {
        const auto& evaluation = std::get<Evaluation>(report.result);
        json["fits"] = true;
        json["placement"] = placement_json(report.layout, evaluation.placement);
        json["dimensions"] = Json::array();
        const std::vector<TrafficBytes> bytes = bytes_per_step(report);
        for (std::size_t i = 0; i < evaluation.dimensions.size(); ++i) {
            Json dimension = dimension_json(report.topology, evaluation.dimensions[i].hops, bytes[i]);
            if (report.step) {
                const Estimate& estimate = report.step->estimate;
                dimension["seconds"] =
                    seconds_of(estimate.step, evaluation.dimensions[i].hops.dimension).raw();
                if (report.links == LinkDetail::told) {
                    dimension["links"] = links_json(report.topology, estimate.links[i]);
                }
            }
            json["dimensions"].push_back(std::move(dimension));
        }
        if (report.step) json["step"] = step_json(report.layout, *report.step);
        if (report.memory) {
            json["memory"] =
                Json::parse(memory_json({report.layout, report.memory->memory, report.memory->fit}));
        }
    }
    json["notes"] = report.notes;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
