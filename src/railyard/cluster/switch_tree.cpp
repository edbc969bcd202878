#include "railyard/cluster/switch_tree.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "railyard/topology/names.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t longest_switch_name = 64;  // Slurm's limit

// A level of switches: which of them each host is below.
struct Level {
    std::vector<std::string> names;
    std::vector<std::uint32_t> part_of;  // by host
};

// Letters, digits and what else a hostlist may hold in a name.
std::string as_name(std::string text) {
    for (char& c : text) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              c == '-' || c == '_' || c == '.';
        if (!is_plain) c = '-';
    }
    return text.substr(0, longest_switch_name);
}

template <class KeyOf, class NameOf>
Level level_of(const std::vector<HostOfServer>& hosts, KeyOf key_of, NameOf name_of) {
    Level level;
    std::unordered_map<std::uint32_t, std::uint32_t> parts;
    for (const HostOfServer& each : hosts) {
        const auto [part, is_new] =
            parts.try_emplace(key_of(each.place), static_cast<std::uint32_t>(parts.size()));
        if (is_new) level.names.push_back(as_name(name_of(each.place)));
        level.part_of.push_back(part->second);
    }
    return level;
}

Level domains_of(const Topology& topology, const std::vector<HostOfServer>& hosts) {
    return level_of(
        hosts, [](const GpuPlace& place) { return place.domain.value(); },
        [&](const GpuPlace& place) { return domain_name(topology, topology.domain(place.domain)); });
}

bool nests(const Level& below, const Level& above) {
    std::vector<std::uint32_t> holder(below.names.size(), 0);
    std::vector<bool> is_seen(below.names.size(), false);
    for (std::size_t i = 0; i < below.part_of.size(); ++i) {
        const std::uint32_t part = below.part_of[i];
        if (is_seen[part] && holder[part] != above.part_of[i]) return false;
        is_seen[part] = true;
        holder[part] = above.part_of[i];
    }
    return true;
}

bool has_large_domains(const Topology& topology, const std::vector<HostOfServer>& hosts) {
    return std::any_of(hosts.begin(), hosts.end(), [&](const HostOfServer& each) {
        return topology.kind_of(each.place).servers.count > 1;
    });
}

// Top down.
std::vector<Level> levels_of(const Topology& topology, const std::vector<HostOfServer>& hosts) {
    std::vector<Level> levels;
    std::vector<Tier> tiers = topology.network().tiers;
    std::reverse(tiers.begin(), tiers.end());
    for (const Tier& tier : tiers) {
        Level level = level_of(
            hosts, [&](const GpuPlace& place) { return topology.span_of(place, tier); },
            [&](const GpuPlace& place) {
                return tier.span == 0 ? tier.name
                                      : tier.name + "-" + std::to_string(topology.span_of(place, tier));
            });
        if (levels.empty() || nests(level, levels.back())) levels.push_back(std::move(level));
    }
    if (levels.empty() || has_large_domains(topology, hosts)) {
        Level domains = domains_of(topology, hosts);
        if (levels.empty() || nests(domains, levels.back())) levels.push_back(std::move(domains));
    }
    return levels;
}

// Two levels may have a name in common: the later one gets a number.
void make_unique(std::vector<Level>& levels) {
    std::set<std::string> taken;
    for (Level& level : levels) {
        for (std::string& name : level.names) {
            const std::string plain = name.substr(0, longest_switch_name - 8);
            for (int n = 2; !taken.insert(name).second; ++n) name = plain + "-" + std::to_string(n);
        }
    }
}

}  // namespace

SwitchTree switch_tree(const Topology& topology, const std::vector<HostOfServer>& hosts) {
    SwitchTree tree;
    auto levels = levels_of(topology, hosts);
    make_unique(levels);
    for (std::size_t l = 0; l < levels.size(); ++l) {
        const Level& level = levels[l];
        const std::size_t first = tree.switches.size();
        for (const std::string& name : level.names) tree.switches.push_back({name, {}, {}});
        std::vector<bool> is_listed(l + 1 < levels.size() ? levels[l + 1].names.size() : 0, false);
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            TreeSwitch& above = tree.switches[first + level.part_of[i]];
            if (l + 1 == levels.size()) {
                above.hosts.push_back(hosts[i].host);
            } else if (const std::uint32_t part = levels[l + 1].part_of[i]; !is_listed[part]) {
                is_listed[part] = true;
                above.switches.push_back(levels[l + 1].names[part]);
            }
        }
    }
    if (!has_large_domains(topology, hosts)) return tree;
    const Level domains = domains_of(topology, hosts);
    for (const std::string& name : domains.names) tree.blocks.push_back({name, {}});
    for (std::size_t i = 0; i < hosts.size(); ++i)
        tree.blocks[domains.part_of[i]].hosts.push_back(hosts[i].host);
    std::size_t smallest = hosts.size();
    for (const TreeBlock& block : tree.blocks) smallest = std::min(smallest, block.hosts.size());
    for (std::size_t blocks = 1; blocks <= tree.blocks.size(); blocks *= 2) {
        tree.block_sizes.push_back(static_cast<std::uint32_t>(smallest * blocks));
    }
    return tree;
}

std::vector<HostOfServer> servers_to_schedule(const LaunchPlan& plan, const std::vector<std::string>& hosts) {
    const Topology& topology = plan.topology;
    std::vector<HostOfServer> all;
    if (!topology.as_needed()) {
        for (std::uint32_t gpu = 0; gpu < topology.gpu_count();) {
            const GpuPlace place = topology.place(GpuId(gpu));
            all.push_back({place, default_host(topology, place)});
            gpu += topology.kind_of(place).servers.gpus;
        }
    }
    if (hosts.empty() && !all.empty()) return all;
    if (!hosts.empty() && hosts.size() == all.size()) {
        for (std::size_t i = 0; i < all.size(); ++i) all[i].host = hosts[i];
        return all;
    }
    std::vector<HostOfServer> with_ranks;
    for (const PlannedServer& server : plan.servers) with_ranks.push_back({server.place, server.host});
    return with_ranks;
}

}  // namespace railyard::cluster
