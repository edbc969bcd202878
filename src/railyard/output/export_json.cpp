#include <nlohmann/json.hpp>
#include <string>

#include "railyard/output/export_report.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {

Exported export_json(const ExportQuestion& question) {
    using Json = nlohmann::ordered_json;
    const auto& plan = question.plan;
    Json json = {
        {"layout", plan.layout.name}, {"topology", plan.topology.name()}, {"ranks", plan.tasks.size()}};
    json["hosts"] = Json::array();
    for (const cluster::PlannedServer& server : plan.servers) {
        json["hosts"].push_back({{"host", server.host},
                                 {"server", server_name(plan.topology, server.place)},
                                 {"ranks", server.ranks.size()}});
    }
    json["idle_hosts"] = plan.idle_hosts;
    json["tasks"] = Json::array();
    for (std::uint32_t r = 0; r < plan.tasks.size(); ++r) {
        const cluster::PlannedTask& task = plan.tasks[RankId(r)];
        Json item = {{"rank", r},
                     {"host", plan.servers[task.server].host},
                     {"local_rank", task.local_rank},
                     {"gpu", task.gpu}};
        for (std::size_t d = 0; d < dimension_count; ++d) {
            item[std::string(dimension_names[d])] =
                plan.grid.coordinate(RankId(r), static_cast<Dimension>(d));
        }
        json["tasks"].push_back(std::move(item));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
