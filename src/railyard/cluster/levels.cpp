#include "railyard/cluster/levels.hpp"

#include <algorithm>
#include <vector>

namespace railyard::cluster {

SwitchId set_tree_levels(Cluster& cluster) {
    const std::uint32_t count = cluster.switches.size();
    IdVector<SwitchId, std::uint32_t> waits_for(count);
    IdVector<SwitchId, std::vector<SwitchId>> above(count);
    std::vector<SwitchId> ready;
    for (std::uint32_t i = 0; i < count; ++i) {
        const SwitchId id(i);
        cluster.switches[id].level = 0;
        waits_for[id] = static_cast<std::uint32_t>(cluster.switches[id].joins.size());
        for (const SwitchId below : cluster.switches[id].joins) above[below].push_back(id);
        if (waits_for[id] == 0) ready.push_back(id);
    }
    std::size_t done = 0;
    for (; done < ready.size(); ++done) {
        const SwitchId below = ready[done];
        const std::uint32_t level = cluster.switches[below].level;
        if (level >= most_levels) return below;
        for (const SwitchId id : above[below]) {
            cluster.switches[id].level = std::max(cluster.switches[id].level, level + 1);
            if (--waits_for[id] == 0) ready.push_back(id);
        }
    }
    if (done == count) return {};
    for (std::uint32_t i = 0; i < count; ++i) {
        if (waits_for[SwitchId(i)] != 0) return SwitchId(i);
    }
    return {};
}

std::string tree_complaint(const Cluster& cluster, SwitchId odd) {
    const Switch& each = cluster.switches[odd];
    if (each.level < most_levels) return "switch '" + each.name + "' stands below itself";
    return "switch '" + each.name + "' stands " + std::to_string(most_levels) + " levels above its hosts";
}

void set_fabric_levels(Cluster& cluster) {
    const std::uint32_t count = cluster.switches.size();
    std::vector<SwitchId> reached;
    for (std::uint32_t i = 0; i < count; ++i) cluster.switches[SwitchId(i)].level = most_levels;
    for (const Host& host : cluster.hosts) {
        for (const SwitchId leaf : host.leaves) {
            if (cluster.switches[leaf].level == 0) continue;
            cluster.switches[leaf].level = 0;
            reached.push_back(leaf);
        }
    }
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const std::uint32_t level = cluster.switches[reached[i]].level + 1;
        if (level >= most_levels) break;
        for (const SwitchId next : cluster.switches[reached[i]].joins) {
            if (cluster.switches[next].level <= level) continue;
            cluster.switches[next].level = level;
            reached.push_back(next);
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        Switch& each = cluster.switches[SwitchId(i)];
        std::erase_if(each.joins, [&](SwitchId id) { return cluster.switches[id].level > each.level; });
    }
}

}  // namespace railyard::cluster
