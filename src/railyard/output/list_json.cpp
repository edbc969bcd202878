#include <nlohmann/json.hpp>
#include <utility>

#include "railyard/output/list_report.hpp"

namespace railyard::output {

std::string list_json(const std::vector<input::CatalogueEntry>& entries) {
    using Json = nlohmann::ordered_json;
    // Every group is there, also an empty one.
    Json json = Json::object();
    for (const auto shelf : {input::Shelf::topologies, input::Shelf::domains, input::Shelf::gpus,
                             input::Shelf::layouts, input::Shelf::models, input::Shelf::sweeps}) {
        json[std::string(group_name(shelf))] = Json::array();
    }
    for (const auto& entry : entries) {
        Json item = {{"name", entry.name}, {"about", entry.about}};
        if (!entry.problem.empty()) item["problem"] = entry.problem;
        json[std::string(group_name(entry.shelf))].push_back(std::move(item));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
