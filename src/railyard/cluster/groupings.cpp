#include "railyard/cluster/groupings.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace railyard::cluster {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

// Numbers the parts in the order of their first hosts. `key_of` gives nowhere for what is unknown.
template <class KeyOf, class NameOf>
void number_parts(Grouping& grouping, std::size_t hosts, KeyOf key_of, NameOf name_of) {
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (std::size_t i = 0; i < hosts; ++i) {
        const std::uint32_t key = key_of(i);
        const auto next = static_cast<std::uint32_t>(grouping.names.size());
        if (key != nowhere) {
            const auto [found, is_new] = numbers.try_emplace(key, next);
            grouping.part_of.push_back(found->second);
            if (!is_new) continue;
            grouping.names.push_back(name_of(key));
            grouping.is_unknown.push_back(false);
        } else {
            grouping.part_of.push_back(next);
            grouping.names.emplace_back("unknown");
            grouping.is_unknown.push_back(true);
        }
    }
}

std::string label(const std::string& name, const std::string& known_as) {
    return known_as.empty() ? name : known_as;
}

// Switches that reach each other without rising above a level, as sets that are joined (disjoint sets with
// path halving).
class Reached {
  public:
    explicit Reached(std::size_t switches) : parent_(switches) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }
    std::uint32_t root(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b) { parent_[root(b)] = root(a); }

  private:
    std::vector<std::uint32_t> parent_;
};

class SwitchGroupings {
  public:
    SwitchGroupings(const Cluster& cluster, const std::vector<HostId>& hosts)
        : cluster_(cluster), hosts_(hosts), reached_(cluster.switches.size()) {}

    std::vector<Grouping> all() {
        // A host joins the switches that it is on itself: those of its rails are reached as one.
        for (const HostId host : hosts_) {
            if (host.is_none()) continue;
            const auto& leaves = cluster_.hosts[host].leaves;
            for (const SwitchId leaf : leaves) reached_.join(leaves.front().value(), leaf.value());
        }
        std::map<std::uint32_t, std::vector<std::pair<SwitchId, SwitchId>>> joints;  // by level
        for (std::uint32_t i = 0; i < cluster_.switches.size(); ++i) {
            const Switch& each = cluster_.switches[SwitchId(i)];
            for (const SwitchId other : each.joins) {
                // Cables between leaves are used only by what leaves them.
                const std::uint32_t level = std::max({each.level, cluster_.switches[other].level, 1U});
                joints[level].emplace_back(SwitchId(i), other);
            }
        }
        std::vector<Grouping> groupings = {at(0)};
        for (const auto& [level, pairs] : joints) {
            for (const auto& [a, b] : pairs) reached_.join(a.value(), b.value());
            Grouping grouping = at(level);
            if (grouping.part_of != groupings.back().part_of) groupings.push_back(std::move(grouping));
        }
        return groupings;
    }

  private:
    Grouping at(std::uint32_t level) {
        Grouping grouping;
        grouping.kind = GroupingKind::switches;
        grouping.level = level;
        grouping.word = level == 0 ? "leaf switch" : "level-" + std::to_string(level) + " switch";
        grouping.plural = grouping.word + "es";
        const auto names = names_at(level);
        number_parts(
            grouping, hosts_.size(),
            [&](std::size_t i) {
                const HostId host = hosts_[i];
                if (host.is_none() || !is_told(host, level)) return nowhere;
                return reached_.root(cluster_.hosts[host].leaves.front().value());
            },
            [&](std::uint32_t root) {
                const auto found = names.find(root);
                return found == names.end() ? std::string("unknown") : found->second;
            });
        return grouping;
    }

    // Whether the source says what a host is on at a level: of one whose lowest switch is above, the switches
    // below are not told.
    [[nodiscard]] bool is_told(HostId host, std::uint32_t level) const {
        const auto& leaves = cluster_.hosts[host].leaves;
        return std::any_of(leaves.begin(), leaves.end(),
                           [&](SwitchId leaf) { return cluster_.switches[leaf].level <= level; });
    }

    // What a part is called: its highest switch, and how many more of that level it has.
    std::map<std::uint32_t, std::string> names_at(std::uint32_t level) {
        struct Top {
            std::uint32_t level = 0;
            std::uint32_t count = 0;
            std::string name;
        };
        std::map<std::uint32_t, Top> tops;
        for (std::uint32_t i = 0; i < cluster_.switches.size(); ++i) {
            const Switch& each = cluster_.switches[SwitchId(i)];
            if (each.level > level) continue;
            Top& top = tops[reached_.root(i)];
            if (top.count == 0 || each.level > top.level)
                top = {each.level, 0, label(each.name, each.known_as)};
            top.count += each.level == top.level ? 1 : 0;
        }
        std::map<std::uint32_t, std::string> names;
        for (auto& [root, top] : tops) {
            names[root] =
                top.count == 1 ? top.name : top.name + " and " + std::to_string(top.count - 1) + " more";
        }
        return names;
    }

    const Cluster& cluster_;
    const std::vector<HostId>& hosts_;
    Reached reached_;
};

Grouping domains_of(const Cluster& cluster, const std::vector<HostId>& hosts) {
    Grouping domains;
    domains.kind = GroupingKind::domain;
    domains.word = "NVLink domain";
    domains.plural = "NVLink domains";
    number_parts(
        domains, hosts.size(),
        [&](std::size_t i) {
            if (hosts[i].is_none()) return nowhere;
            const NvlinkDomainId id = cluster.hosts[hosts[i]].domain;
            return id.is_none() ? nowhere : id.value();
        },
        [&](std::uint32_t key) { return cluster.domains[NvlinkDomainId(key)].name; });
    return domains;
}

Grouping blocks_of(const Cluster& cluster, const std::vector<HostId>& hosts) {
    Grouping blocks;
    blocks.word = "block";
    blocks.plural = "blocks";
    number_parts(
        blocks, hosts.size(),
        [&](std::size_t i) {
            if (hosts[i].is_none()) return nowhere;
            const BlockId id = cluster.hosts[hosts[i]].block;
            return id.is_none() ? nowhere : id.value();
        },
        [&](std::uint32_t key) {
            const Block& block = cluster.blocks[BlockId(key)];
            return label(block.name, block.known_as);
        });
    return blocks;
}

}  // namespace

std::vector<Grouping> groupings_of(const Cluster& cluster, const std::vector<HostId>& hosts,
                                   GroupingKind kind) {
    switch (kind) {
        case GroupingKind::domain:
            if (cluster.domains.empty()) return {};
            return {domains_of(cluster, hosts)};
        case GroupingKind::block:
            if (cluster.blocks.empty()) return {};
            return {blocks_of(cluster, hosts)};
        case GroupingKind::switches:
            break;
    }
    if (cluster.switches.empty()) return {};
    return SwitchGroupings(cluster, hosts).all();
}

std::vector<Grouping> groupings_of(const Cluster& cluster, const std::vector<HostId>& hosts) {
    std::vector<Grouping> groupings = groupings_of(cluster, hosts, GroupingKind::domain);
    for (Grouping& blocks : groupings_of(cluster, hosts, GroupingKind::block))
        groupings.push_back(std::move(blocks));
    // Blocks that are the NVLink domains lend them their names.
    if (groupings.size() == 2 && groupings[0].part_of == groupings[1].part_of) {
        groupings[0].names = groupings[1].names;
        groupings.pop_back();
    }
    for (Grouping& switches : groupings_of(cluster, hosts, GroupingKind::switches))
        groupings.push_back(std::move(switches));
    return groupings;
}

}  // namespace railyard::cluster
