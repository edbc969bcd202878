#include "railyard/cluster/coverage.hpp"

#include <algorithm>

#include "railyard/cluster/rails.hpp"

namespace railyard::cluster {
namespace {

std::string counted(std::size_t number, const std::string& one, const std::string& many) {
    return std::to_string(number) + " " + (number == 1 ? one : many);
}

}  // namespace

Coverage coverage(const Cluster& cluster, const Topology& topology, std::size_t hosts) {
    Coverage result;
    const auto say = [&](bool is_compared, std::string what, std::string otherwise) {
        if (is_compared) {
            result.compared.push_back(std::move(what));
        } else {
            result.not_compared.push_back(std::move(otherwise));
        }
    };
    say(!topology.as_needed(), "the number of hosts",
        "the number of hosts: the topology has as many servers as a job needs");
    if (topology.kinds()[topology.runs().front().kind].servers.count > 1) {
        const std::size_t domains = cluster.domains.size();
        const std::size_t blocks = cluster.blocks.size();
        say(domains + blocks > 0,
            "the hosts in " + (domains > 0 ? counted(domains, "NVLink domain", "NVLink domains")
                                           : counted(blocks, "block", "blocks")),
            "the hosts of a domain: no file tells of NVLink domains or blocks");
    }
    if (std::any_of(cluster.hosts.begin(), cluster.hosts.end(),
                    [](const Host& host) { return !host.ports.empty(); })) {
        const std::size_t leaves = judged_leaves(cluster);
        say(leaves > 0, "the cables of " + counted(leaves, "leaf switch", "leaf switches"),
            "cables: no file tells enough ports of a leaf switch apart");
    }
    std::size_t rates = 0;  // of ports, which are held against that of the topology's NICs
    for (const Host& host : cluster.hosts) {
        rates += static_cast<std::size_t>(std::count_if(
            host.ports.begin(), host.ports.end(), [](const Port& port) { return port.rate.has_value(); }));
    }
    if (rates > 0 && least_nics(topology))
        result.compared.push_back("the rates of " + counted(rates, "port", "ports"));
    const bool tells_of_places =
        !(cluster.domains.empty() && cluster.blocks.empty() && cluster.switches.empty());
    say(hosts > 0 && tells_of_places, "the order of " + counted(hosts, "host", "hosts"),
        hosts == 0 ? "the order of hosts: --hosts is not given"
                   : "the order of hosts: no file tells of a block, domain or switch of theirs");
    return result;
}

}  // namespace railyard::cluster
