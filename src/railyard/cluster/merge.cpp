#include "railyard/cluster/merge.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "railyard/cluster/compare_clusters.hpp"
#include "railyard/cluster/host_lookup.hpp"

namespace railyard::cluster {
namespace {

// The hosts of `more` in `cluster`, added where they are new.
std::vector<HostId> same_hosts(Cluster& cluster, const Cluster& more) {
    std::vector<HostId> same;
    {
        const HostLookup lookup(cluster);
        for (const Host& host : more.hosts) same.push_back(lookup.find(host.name));
    }
    for (std::uint32_t i = 0; i < same.size(); ++i) {
        if (same[i].is_none()) same[i] = cluster.hosts.obtain(more.hosts[HostId(i)].name);
    }
    return same;
}

void add_switches(Cluster& cluster, const Cluster& more, const std::vector<HostId>& same) {
    std::vector<SwitchId> there;
    for (const Switch& each : more.switches) {
        const SwitchId id = cluster.switches.obtain(each.name);
        cluster.switches[id].known_as = each.known_as;
        cluster.switches[id].level = each.level;
        there.push_back(id);
    }
    for (std::uint32_t i = 0; i < more.switches.size(); ++i) {
        for (const SwitchId below : more.switches[SwitchId(i)].joins) {
            cluster.switches[there[i]].joins.push_back(there[below.value()]);
        }
    }
    for (SwitchLink link : more.switch_links) {
        link.a = there[link.a.value()];
        link.b = there[link.b.value()];
        cluster.switch_links.push_back(link);
    }
    for (std::uint32_t i = 0; i < more.hosts.size(); ++i) {
        const Host& host = more.hosts[HostId(i)];
        const HostId id = same[i];
        for (const SwitchId leaf : host.leaves) cable(cluster, id, there[leaf.value()]);
        for (Port port : host.ports) {
            port.leaf = there[port.leaf.value()];
            cluster.hosts[id].ports.push_back(std::move(port));
        }
    }
}

}  // namespace

Findings merge_into(Cluster& cluster, const Cluster& more, const std::vector<std::string>& first) {
    Findings findings = compare_clusters(cluster, more, first);
    const std::vector<HostId> same = same_hosts(cluster, more);
    // Two fabrics cannot be told from two views of one: the first that has switches counts.
    if (cluster.switches.empty()) {
        add_switches(cluster, more, same);
        cluster.from.switches = more.from.switches;
    } else if (!more.switches.empty()) {
        cluster.notes.push_back("two files tell of switches; those of the first count");
    }
    const bool takes_blocks = cluster.blocks.empty();
    const bool takes_domains = cluster.domains.empty();
    for (std::uint32_t i = 0; i < more.hosts.size(); ++i) {
        const Host& host = more.hosts[HostId(i)];
        const HostId id = same[i];
        if (takes_blocks && !host.block.is_none()) {
            const Block& block = more.blocks[host.block];
            cluster.hosts[id].block = cluster.blocks.obtain(block.name);
            cluster.blocks[cluster.hosts[id].block].known_as = block.known_as;
        }
        if (takes_domains && !host.domain.is_none()) {
            cluster.hosts[id].domain = cluster.domains.obtain(more.domains[host.domain].name);
        }
    }
    if (takes_blocks) cluster.from.blocks = more.from.blocks;
    if (takes_domains) cluster.from.domains = more.from.domains;
    if (cluster.block_sizes.empty()) cluster.block_sizes = more.block_sizes;
    cluster.notes.insert(cluster.notes.end(), more.notes.begin(), more.notes.end());
    return findings;
}

Findings clique_findings(const Cluster& cluster) {
    std::map<std::string, std::vector<std::string>> racks_of;  // by clique
    for (const NvlinkDomain& domain : cluster.domains) {
        const std::size_t dot = domain.name.rfind('.');
        if (dot == std::string::npos || dot < 36) continue;  // no cluster UUID before it
        racks_of[domain.name.substr(dot + 1)].emplace_back(domain.name, 0, dot);
    }
    Findings findings;
    for (const auto& [clique, racks] : racks_of) {
        if (racks.size() < 2) continue;
        findings.push_back(
            {Severity::note, "clique " + clique, "",
             std::to_string(racks.size()) + " cluster UUIDs have this clique",
             "they are " + std::to_string(racks.size()) +
                 " NVLink domains: software that keys on the clique alone takes them for one"});
    }
    return findings;
}

}  // namespace railyard::cluster
