#include <nlohmann/json.hpp>

#include "railyard/job/order.hpp"
#include "railyard/output/place_plan_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;
using search::PlacedLayout;

Json items(const std::vector<OrderItem>& list) {
    Json json = Json::array();
    for (const OrderItem& item : list) json.push_back(to_text(item));
    return json;
}

Json placed_json(const PlacedLayout& placed) {
    const PlacementRules& rules = placed.layout.placement;
    return {{"order", items(placed.layout.order)},
            {"placement",
             {{"policy", policy_names[static_cast<std::size_t>(rules.policy)]},
              {"keep", items(rules.keep)},
              {"per_domain", rules.per_domain},
              {"block", placed.placement.block},
              {"domains_used", placed.placement.domains_used},
              {"gpus_idle", placed.placement.gpus_idle},
              {"pins_broken", placed.pins_broken},
              {"broken_pins", placed.broken_pins},
              {"by_list", placed.placement.origin == PlacementOrigin::given}}},
            {"step_seconds", placed.step.total().raw()},
            {"network_bytes", placed.network.raw()},
            {"saved_by_swaps", placed.saved_by_swaps.raw()}};
}

Json or_null(const std::optional<PlacedLayout>& placed) {
    return placed ? placed_json(*placed) : Json(nullptr);
}

Json useful_json(const search::UsefulTime& useful) {
    return {{"share", useful.share},
            {"complete", useful.complete},
            {"while_complete", useful.while_complete},
            {"checkpoint_interval", useful.interval.raw()}};
}

Json replan_json(const PlacePlanReport& report) {
    Json json = {
        {"down", report.without}, {"before", or_null(report.before)}, {"after", or_null(report.after)}};
    if (!report.replan) return json;
    if (!report.broken_by_fewest.empty())
        json["fewest_moves"] = {{"ranks", report.fewest_moves}, {"break", report.broken_by_fewest}};
    if (!report.hosts_after.empty()) json["hosts"] = report.hosts_after;
    json["moves_fewest"] = report.moves_fewest();
    json["lost"] = report.replan->lost;
    json["blocks_moved"] = report.replan->blocks_moved;
    json["split"] = Json::array();
    for (const search::SplitBlock& block : report.replan->split)
        json["split"].push_back(
            {{"first_rank", block.first.value()}, {"ranks", block.ranks}, {"groups_of", block.piece}});
    json["moved"] = Json::array();
    for (const search::MovedRank& moved : report.replan->moved) {
        json["moved"].push_back({{"rank", moved.rank.value()},
                                 {"from", gpu_label(report, moved.from)},
                                 {"to", gpu_label(report, moved.to)}});
    }
    return json;
}

}  // namespace

std::string place_plan_json(const PlacePlanReport& report) {
    const auto& answer = report.answer;
    Json json = {{"layout", report.layout.name},
                 {"topology", report.topology.name()},
                 {"ranks", report.layout.degrees.ranks()},
                 {"cost_model", cost_model_names[static_cast<std::size_t>(report.model)]},
                 {"goal", report.goal == search::PlaceGoal::time ? "time" : "bytes"},
                 {"network_floor", answer.network_floor.raw()},
                 {"arrangements", answer.arrangements},
                 {"not_placed", answer.not_placed},
                 {"exhaustive", answer.exhaustive},
                 {"seed", answer.swapped ? Json(report.seed) : Json(nullptr)},
                 {"best_by_rules", answer.family ? Json({{"step_seconds", answer.family->step.raw()},
                                                         {"network_bytes", answer.family->network.raw()}})
                                                 : Json(nullptr)},
                 {"given", or_null(answer.as_given)},
                 {"best", Json::array()}};
    if (answer.as_given && report.useful_as_given)
        json["given"]["useful"] = useful_json(*report.useful_as_given);
    for (std::size_t i = 0; i < answer.best.size(); ++i) {
        Json entry = placed_json(answer.best[i]);
        if (!report.useful.empty()) entry["useful"] = useful_json(report.useful[i]);
        if (i < report.hosts_of_best.size()) entry["hosts"] = report.hosts_of_best[i];
        json["best"].push_back(std::move(entry));
    }
    if (!report.without.empty()) json["without"] = replan_json(report);
    json["fewest_domains"] = answer.fewest_domains ? Json(*answer.fewest_domains) : Json(nullptr);
    json["broken_pins"] = answer.unmet.alone;
    json["broken_together"] = answer.unmet.together;
    json["why_unmet"] = report.why_unmet;
    json["notes"] = report.notes;
    return json.dump(2) + "\n";
}

}  // namespace railyard::output
