#include "railyard/cluster/alike_hosts.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "railyard/cluster/hostlist.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t most_names = 64;    // of a list of hosts
constexpr std::size_t most_letters = 60;  // of it, so that it fits a line

std::string list_of(std::vector<std::string> names) {
    const std::size_t count = names.size();
    names.resize(std::min(count, most_names));
    std::string list = to_hostlist(names);
    while (list.size() > most_letters && names.size() > 1) {
        names.resize(names.size() / 2);
        list = to_hostlist(names);
    }
    return list + (count > names.size() ? " and " + std::to_string(count - names.size()) + " more" : "");
}

}  // namespace

Findings told_once(Findings findings, const Cluster& cluster, std::size_t most) {
    std::map<std::tuple<Severity, std::string, std::string, std::string>, std::size_t> alike;
    Findings kept;
    std::vector<std::vector<std::string>> places;
    for (Finding& finding : findings) {
        if (!cluster.hosts.find(finding.place).is_none()) {
            const auto [at, is_new] = alike.try_emplace(
                {finding.severity, finding.expected, finding.seen, finding.meaning}, kept.size());
            if (!is_new) {
                places[at->second].push_back(std::move(finding.place));
                continue;
            }
        }
        places.push_back({finding.place});
        kept.push_back(std::move(finding));
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (places[i].size() > 1) kept[i].place = list_of(std::move(places[i]));
    }
    if (kept.size() <= most) return kept;
    std::stable_sort(kept.begin(), kept.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    const std::size_t more = kept.size() - most;
    const Severity severity = kept[most].severity;
    kept.resize(most);
    kept.push_back({severity, "hosts", "", std::to_string(more) + " more findings like those above",
                    "the weightiest are told; mend these first"});
    return kept;
}

}  // namespace railyard::cluster
