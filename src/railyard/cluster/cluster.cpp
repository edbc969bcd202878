#include "railyard/cluster/cluster.hpp"

#include <algorithm>

namespace railyard::cluster {

Cabled cable(Cluster& cluster, HostId host, SwitchId leaf) {
    auto& leaves = cluster.hosts[host].leaves;
    if (std::find(leaves.begin(), leaves.end(), leaf) != leaves.end()) return Cabled::yes;
    if (leaves.size() == most_leaves) return Cabled::too_many;
    leaves.push_back(leaf);
    return Cabled::yes;
}

void set_origin(Cluster& cluster, const std::string& file) {
    cluster.from.hosts = file;
    if (!cluster.switches.empty()) cluster.from.switches = file;
    if (!cluster.blocks.empty()) cluster.from.blocks = file;
    if (!cluster.domains.empty()) cluster.from.domains = file;
}

}  // namespace railyard::cluster
