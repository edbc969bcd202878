#include <nlohmann/json.hpp>

#include "explorer/core/layout_settings.hpp"
#include "explorer/core/session.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/job/model.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/schedule/catalogue.hpp"

namespace railyard::explorer {
namespace {

using Json = nlohmann::ordered_json;

Json model_json(const Model& model) {
    return {{"name", model.name},
            {"about", model.about},
            {"parameters", total_parameters(model)},
            {"active_parameters", active_parameters(model)},
            {"layers", model.layers},
            {"heads", model.heads},
            {"experts", model.experts ? model.experts->count : 0U}};
}

Json layout_json(const Layout& layout) {
    Json settings = Json::object();
    for (const Setting& setting : settings_of(layout)) settings[setting.key] = setting.value;
    Json json = {
        {"name", layout.name}, {"about", layout.about}, {"model", layout.model.name}, {"settings", settings}};
    if (layout.published) {
        json["published_source"] = layout.published->source;
        json["published_gpu"] = layout.published->gpu;
    }
    return json;
}

Json topology_json(const ShippedTopology& shipped) {
    const Topology topology(shipped.parts);
    const DomainKind& kind = topology.kinds().front();
    Json json = {{"name", shipped.name},
                 {"about", topology.about().empty() ? kind.about : topology.about()},
                 {"is_domain", shipped.is_domain},
                 {"gpu", kind.gpu.name},
                 {"gpu_memory", kind.gpu.memory.raw()},
                 {"domain_gpus", gpus_of_largest_domain(topology)}};
    json["gpus"] = topology.as_needed() ? Json(nullptr) : Json(topology.gpu_count());
    return json;
}

template <std::size_t N>
Json names(const std::array<std::string_view, N>& all) {
    Json list = Json::array();
    for (const std::string_view name : all) list.push_back(name);
    return list;
}

// The default of `place` first.
Json times_json() {
    return {cost_model_names[static_cast<std::size_t>(CostModel::calibrated)],
            cost_model_names[static_cast<std::size_t>(CostModel::reference)]};
}

Json schedules_json() {
    Json list = Json::array();
    for (const auto& row : schedule::catalogue())
        list.push_back({{"name", row.name}, {"about", row.description}, {"bubble", row.bubble}});
    return list;
}

}  // namespace

std::string catalogue_json(const Shipped& shipped) {
    Json json = {{"version", shipped.version}, {"times", times_json()}};
    json["models"] = Json::array();
    for (const Model& model : shipped.models) json["models"].push_back(model_json(model));
    json["layouts"] = Json::array();
    for (const Layout& layout : shipped.layouts) json["layouts"].push_back(layout_json(layout));
    json["topologies"] = Json::array();
    for (const ShippedTopology& topology : shipped.topologies)
        json["topologies"].push_back(topology_json(topology));
    json["choices"] = {
        {"placement.policy", names(policy_names)}, {"pipeline.schedule", names(pipeline_schedule_names)},
        {"precision", names(precision_names)},     {"sharding", names(sharding_names)},
        {"recompute", names(recompute_names)},     {"saves", names(saves_names)},
        {"attention", names(attention_names)},     {"routing", names(routing_names)},
        {"software", names(software_names)}};
    json["dimensions"] = names(dimension_names);
    json["schedules"] = schedules_json();
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace railyard::explorer
