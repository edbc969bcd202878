#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "railyard/output/check_report.hpp"

namespace railyard::output {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> severity_names = {"note", "warning", "mismatch"};

Json finding_json(const Finding& finding) {
    return {{"severity", severity_names.at(static_cast<std::size_t>(finding.severity))},
            {"place", finding.place},
            {"expected", finding.expected},
            {"seen", finding.seen},
            {"meaning", finding.meaning}};
}

}  // namespace

std::string check_json(const CheckReport& report) {
    Json sources = Json::array();
    for (const CheckedSource& source : report.sources) {
        sources.push_back({{"file", source.file}, {"format", source.format}, {"told", source.told}});
    }
    Json servers = Json::array();
    for (const CheckedServer& server : report.servers) {
        servers.push_back({{"server", server.server},
                           {"host", server.host},
                           {"seen", server.seen},
                           {"not_told", server.unknown}});
    }
    Json findings = Json::array();
    for (const Finding& finding : report.findings) findings.push_back(finding_json(finding));
    const Json answer = {{"layout", report.layout},
                         {"topology", report.topology},
                         {"as_described", is_as_described(report)},
                         {"sources", std::move(sources)},
                         {"servers", std::move(servers)},
                         {"compared", report.compared},
                         {"not_compared", report.not_compared},
                         {"findings", std::move(findings)},
                         {"notes", report.notes}};
    // Names of files may be of any bytes.
    return answer.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railyard::output
