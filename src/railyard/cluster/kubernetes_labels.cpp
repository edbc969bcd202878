#include "railyard/cluster/kubernetes_labels.hpp"

#include <algorithm>

#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/text_lines.hpp"

namespace railyard::cluster {

const TopologyLabel* topology_label(std::string_view key) {
    const auto* found = std::find_if(topology_labels.begin(), topology_labels.end(),
                                     [&](const TopologyLabel& label) { return label.key == key; });
    return found == topology_labels.end() ? nullptr : found;
}

bool names_a_rack(std::string_view clique) {
    const std::size_t dot = clique.rfind('.');
    if (dot != std::string_view::npos) return dot > 0;
    return clique.find_first_not_of("0123456789") != std::string_view::npos;
}

bool is_part_of_another(const Cluster& cluster, std::string_view value) {
    const auto continues = [&](std::string_view name) {
        return name.size() > value.size() && name.substr(0, value.size()) == value;
    };
    return std::any_of(cluster.domains.begin(), cluster.domains.end(),
                       [&](const NvlinkDomain& it) { return continues(it.name); }) ||
           std::any_of(cluster.blocks.begin(), cluster.blocks.end(),
                       [&](const Block& it) { return continues(it.name); }) ||
           std::any_of(cluster.switches.begin(), cluster.switches.end(),
                       [&](const Switch& it) { return continues(it.known_as); });
}

std::string first_of(std::vector<std::string> names) {
    constexpr std::size_t most = 20;
    const bool more = names.size() > most;
    if (more) names.resize(most);
    return to_hostlist(names) + (more ? ", ..." : "");
}

void LabelledHosts::take_clique(HostId host, std::string_view value) {
    if (names_a_rack(value)) {
        cluster_.hosts[host].domain = cluster_.domains.obtain(value);
        return;
    }
    without_rack_.emplace_back(host, value);
}

void LabelledHosts::take(HostId host, const ValueOf& value_of) {
    std::vector<std::string> tiers(most_tiers);
    for (const TopologyLabel& label : topology_labels) {
        const auto value = value_of(label.key);
        if (!value || value->empty()) continue;
        switch (label.says) {
            case LabelSays::clique:
                take_clique(host, *value);
                break;
            case LabelSays::domain:
                if (cluster_.hosts[host].domain.is_none())
                    cluster_.hosts[host].domain = cluster_.domains.obtain(*value);
                break;
            case LabelSays::block:
                cluster_.hosts[host].block = cluster_.blocks.obtain(*value);
                break;
            case LabelSays::tier:
                if (tiers[label.tier].empty()) tiers[label.tier] = *value;
                break;
        }
    }
    hang(host, tiers);
}

void LabelledHosts::hang(HostId host, const std::vector<std::string>& tiers) {
    SwitchId below;
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        if (tiers[t].empty()) continue;
        // A name may stand for two things on two tiers.
        const SwitchId on = cluster_.switches.obtain("tier-" + std::to_string(t) + "/" + tiers[t]);
        cluster_.switches[on].known_as = tiers[t];
        cluster_.switches[on].level = static_cast<std::uint32_t>(t);
        if (below.is_none()) {
            cable(cluster_, host, on);
        } else if (joined_.insert({on.value(), below.value()}).second) {
            cluster_.switches[on].joins.push_back(below);
        }
        below = on;
    }
}

void LabelledHosts::note_without_rack() {
    std::vector<std::string> hosts;
    std::set<std::string> cliques;
    for (const auto& [host, clique] : without_rack_) {
        if (!cluster_.hosts[host].domain.is_none()) continue;  // another label names it
        hosts.push_back(cluster_.hosts[host].name);
        cliques.insert(clique);
    }
    if (hosts.empty()) return;
    const std::string more = cliques.size() > 1 ? " and " + std::to_string(cliques.size() - 1) + " more" : "";
    cluster_.notes.push_back("no cluster UUID with clique " + quoted(*cliques.begin()) + more + " of " +
                             first_of(hosts) +
                             ": racks that have nothing to do with each other report the same clique, so "
                             "which NVLink domain it is of is unknown");
}

void LabelledHosts::finish() {
    note_without_rack();
    std::set<HostId> told;  // of by the note above
    for (const auto& [host, clique] : without_rack_) told.insert(host);
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < cluster_.hosts.size(); ++i) {
        const Host& host = cluster_.hosts[HostId(i)];
        if (host.domain.is_none() && host.leaves.empty() && told.count(HostId(i)) == 0)
            names.push_back(host.name);
    }
    if (names.empty()) return;
    cluster_.notes.push_back(std::to_string(names.size()) + " of " + std::to_string(cluster_.hosts.size()) +
                             " nodes have no label of NVLink domain or switch: " + first_of(names));
}

}  // namespace railyard::cluster
