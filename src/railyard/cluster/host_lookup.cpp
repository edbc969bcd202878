#include "railyard/cluster/host_lookup.hpp"

namespace railyard::cluster {
namespace {

std::string_view short_name(std::string_view name) {
    return name.substr(0, name.find('.'));
}

}  // namespace

HostLookup::HostLookup(const Cluster& cluster) : cluster_(cluster) {
    for (std::uint32_t i = 0; i < cluster.hosts.size(); ++i) {
        Short& each = by_short_name_[std::string(short_name(cluster.hosts[HostId(i)].name))];
        if (each.hosts++ == 0) each.host = HostId(i);
    }
}

HostId HostLookup::find(std::string_view name) const {
    const HostId exact = cluster_.hosts.find(name);
    if (!exact.is_none()) return exact;
    const auto found = by_short_name_.find(std::string(short_name(name)));
    if (found == by_short_name_.end() || found->second.hosts > 1) return {};
    const HostId host = found->second.host;
    const bool both_have_dots =
        short_name(name).size() < name.size() &&
        short_name(cluster_.hosts[host].name).size() < cluster_.hosts[host].name.size();
    return both_have_dots ? HostId() : host;
}

std::vector<HostId> hosts_of_the_job_first(const Cluster& cluster, const std::vector<std::string>& names) {
    const HostLookup lookup(cluster);
    std::vector<HostId> order;
    std::vector<bool> is_there(cluster.hosts.size(), false);
    for (const std::string& name : names) {
        const HostId host = lookup.find(name);
        if (host.is_none() || is_there[host.value()]) continue;
        is_there[host.value()] = true;
        order.push_back(host);
    }
    for (std::uint32_t i = 0; i < cluster.hosts.size(); ++i) {
        if (!is_there[i]) order.emplace_back(i);
    }
    return order;
}

}  // namespace railyard::cluster
