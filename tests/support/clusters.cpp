#include "tests/support/clusters.hpp"

#include <stdexcept>
#include <variant>

#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/input/source.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

cluster::Cluster cluster_of(const std::string& text) {
    return cluster::read_cluster(input::make_source("test.txt", text));
}

std::string cluster_refusal(const std::string& text) {
    return refusal_of([&] { (void)cluster_of(text); });
}

std::string described(const cluster::Cluster& cluster) {
    std::string text;
    for (const auto& host : cluster.hosts) {
        text += host.name;
        for (const auto leaf : host.leaves) text += " " + cluster.switches[leaf].name;
        if (!host.block.is_none()) text += " block=" + cluster.blocks[host.block].name;
        if (!host.domain.is_none()) text += " domain=" + cluster.domains[host.domain].name;
        text += "\n";
    }
    return text;
}

std::string switches_of(const cluster::Cluster& cluster) {
    std::string text;
    for (const auto& each : cluster.switches) {
        text += each.name + " " + std::to_string(each.level) + ":";
        for (const auto below : each.joins) text += " " + cluster.switches[below].name;
        text += "\n";
    }
    return text;
}

std::vector<std::string> expanded(const std::string& hostlist) {
    auto names = cluster::expand_hostlist(hostlist);
    if (const auto* problem = std::get_if<cluster::HostlistProblem>(&names)) {
        throw std::invalid_argument(problem->message);
    }
    return std::get<std::vector<std::string>>(std::move(names));
}

std::vector<cluster::HostId> ids_of(const cluster::Cluster& cluster, const std::vector<std::string>& names) {
    std::vector<cluster::HostId> ids;
    for (const auto& name : names) ids.push_back(cluster.hosts.find(name));
    return ids;
}

}  // namespace railyard::test
