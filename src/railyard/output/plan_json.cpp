#include <cmath>
#include <nlohmann/json.hpp>

#include "railyard/job/flops.hpp"
#include "railyard/job/order.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/output/step_parts.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;
using search::PlanEntry;

Json items(const std::vector<OrderItem>& list) {
    Json json = Json::array();
    for (const OrderItem& item : list) json.push_back(to_text(item));
    return json;
}

template <std::size_t n, class Value>
std::string_view named(const std::array<std::string_view, n>& names, Value value) {
    return names[static_cast<std::size_t>(value)];
}

Json step_json(const PlanEntry& entry) {
    const StepTimes& step = entry.step;
    const FlopsPerSecond rate = model_flops_per_gpu(
        entry.layout, step_flops(entry.layout, AttentionCount::full, RecomputeCount::model), step.total());
    Json json = {{"seconds", step.total().raw()}};
    for (const auto& [name, time] : named_parts(step)) json[std::string(name)] = time.raw();
    json["tflops_per_gpu_model"] = rate / teraflops_per_second(1);
    return json;
}

Json degrees_json(const Degrees& d) {
    return {{"tp", d.tp}, {"cp", d.cp}, {"pp", d.pp}, {"dp", d.dp}, {"ep", d.ep}, {"etp", d.etp}};
}

Json entry_json(const PlanEntry& entry, const search::StepReasons& reasons) {
    const Layout& layout = entry.layout;
    Json json = {
        {"parallel", degrees_json(layout.degrees)},
        {"micro", layout.batch.micro},
        {"schedule", named(pipeline_schedule_names, layout.pipeline.schedule)},
        {"chunks", layout.pipeline.chunks},
        {"count_embedding_and_head", layout.pipeline.ends == EndLayers::counted},
        {"recompute", named(recompute_names, layout.recompute)},
        {"saves", named(saves_names, layout.saves)},
        {"sharding", named(sharding_names, layout.sharding.kind)},
        {"sequence_parallel", layout.sequence_parallel == SequenceParallel::on},
        {"order", items(layout.order)},
        {"placement",
         {{"policy", named(policy_names, layout.placement.policy)},
          {"keep", items(layout.placement.keep)},
          {"per_domain", layout.placement.per_domain},
          {"domains_used", entry.machine.domains_used},
          {"gpus_idle", entry.machine.gpus_idle},
          {"pins_broken", entry.pins_broken},
          {"broken_pins", entry.machine.broken_pins}}},
        {"step", step_json(entry)},
        {"memory",
         {{"total", std::llround(entry.memory.raw())}, {"capacity", std::llround(entry.capacity.raw())}}},
        {"bounds", Json::array()}};
    for (const CostReason& reason : reasons.parts) {
        json["bounds"].push_back({{"part", named(cost_item_names, reason.item)},
                                  {"seconds", reason.time.raw()},
                                  {"bound_by", reason.bound}});
    }
    return json;
}

// Why there is no plan; null where there is one.
Json why_none(const search::PlanAnswer& answer) {
    if (!answer.best.empty()) return nullptr;
    Json json = {{"gpus_short", answer.gpus_short}, {"not_placed", answer.why_not_placed}};
    if (answer.shortfall) {
        const auto& lack = *answer.shortfall;
        Json opened = Json::array();
        for (const auto& list : lack.opened)
            opened.push_back({{"without", "--" + std::string(list.list)}, {"least", list.needed.raw()}});
        json["memory"] = {{"least", lack.least.needed.raw()},
                          {"capacity", lack.capacity.raw()},
                          {"fits_opened", std::move(opened)},
                          {"fits_on_gpus", lack.gpus > 0 ? Json(lack.gpus) : Json(nullptr)}};
    }
    return json;
}

}  // namespace

std::string plan_json(const PlanReport& report) {
    const auto& c = report.answer.counts;
    const Layout& base = report.space.base;
    Json json = {{"model", base.model.name},
                 {"topology", report.topology.name()},
                 {"gpus", report.space.gpus},
                 {"batch", {{"sequences", base.batch.sequences}, {"length", base.batch.length}}},
                 {"cost_model", named(cost_model_names, report.model)},
                 {"fitted_on", report.fitted_on},
                 {"stopped", report.answer.stopped},
                 {"exhaustive", report.answer.exhaustive},
                 {"counts",
                  {{"cuts", c.cuts},
                   {"candidates", c.candidates},
                   {"over_memory", c.over_memory},
                   {"too_slow", c.too_slow},
                   {"same_as_others", c.same_as_others},
                   {"not_placed", c.not_placed},
                   {"timed", c.timed},
                   {"not_looked_at", c.not_looked_at}}},
                 {"plans", Json::array()}};
    if (report.took) json["search_seconds"] = report.took->raw();
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        json["plans"].push_back(entry_json(report.answer.best[i], report.reasons.at(i)));
        const search::PlacedMachine& machine = report.answer.best[i].machine;
        Json& placement = json["plans"].back()["placement"];
        placement["begins_on"] = domain_name(report.topology, report.topology.domain(machine.begins_on));
        placement["by_list"] = machine.origin == PlacementOrigin::given;
        if (!report.useful.empty()) json["plans"].back()["useful_share"] = report.useful[i].share;
        if (!report.hosts_of_best.empty()) json["plans"].back()["hosts"] = report.hosts_of_best[i];
    }
    json["why_none"] = why_none(report.answer);
    json["broken_pins"] = report.answer.unmet.alone;
    json["broken_together"] = report.answer.unmet.together;
    json["why_unmet"] = report.why_unmet;
    json["without_preferences"] = nullptr;
    if (report.without_preferences) {
        const PlanEntry& fastest = *report.without_preferences;
        json["without_preferences"] = {{"parallel", degrees_json(fastest.layout.degrees)},
                                       {"micro", fastest.layout.batch.micro},
                                       {"seconds", fastest.step.total().raw()}};
    }
    json["notes"] = report.notes;
    return json.dump(2) + "\n";
}

}  // namespace railyard::output
