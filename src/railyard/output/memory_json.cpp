#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "railyard/output/memory_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

std::int64_t whole(Bytes size) {
    return std::llround(size.raw());
}

// The parts are rounded, and their sum is the total.
void add_parts(Json& json, const memory::StageMemory& stage) {
    json["total"] =
        whole(stage.weights) + whole(stage.gradients) + whole(stage.optimizer) + whole(stage.activations);
    json["weights"] = whole(stage.weights);
    json["gradients"] = whole(stage.gradients);
    json["optimizer"] = whole(stage.optimizer);
    json["activations"] = whole(stage.activations);
    json["logits"] = whole(stage.logits);
}

Json stage_json(const memory::StageMemory& stage) {
    Json json = {{"layers", stage.layers}, {"in_flight", stage.in_flight}};
    json["parameters"] = stage.parameters.dense() + stage.parameters.experts();
    add_parts(json, stage);
    return json;
}

Json remedy_json(const memory::Remedy& remedy) {
    Json set = Json::object();
    for (const auto& [key, value] : remedy.settings) set[key] = value;
    return {{"set", set}, {"total", whole(remedy.total)}, {"ranks", remedy.ranks}};
}

}  // namespace

std::string memory_json(const MemoryReport& report) {
    const memory::Fit& fit = report.fit;
    Json json = {{"fits", fit.fits()},
                 {"capacity", whole(fit.gpu.capacity())},
                 {"reserved", whole(fit.gpu.reserved)},
                 {"gpu_memory", whole(fit.gpu.shown)},
                 {"worst_stage", report.memory.worst_stage}};
    add_parts(json, report.memory.worst());
    json["over"] = whole(fit.over());
    json["largest"] = memory::part_names[static_cast<std::size_t>(fit.largest)];
    json["remedies"] = Json::array();
    for (const auto& remedy : fit.remedies) json["remedies"].push_back(remedy_json(remedy));
    json["stages"] = Json::array();
    for (const auto& stage : report.memory.stages) json["stages"].push_back(stage_json(stage));
    return json.dump();
}

}  // namespace railyard::output
