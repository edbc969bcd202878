#include "railyard/cluster/unjoined.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "railyard/cluster/host_lookup.hpp"

namespace railyard::cluster {
namespace {

// Disjoint sets of switches, with path halving.
class Joined {
  public:
    explicit Joined(const Cluster& cluster) : parent_(cluster.switches.size()) {
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (std::uint32_t i = 0; i < parent_.size(); ++i) {
            for (const SwitchId other : cluster.switches[SwitchId(i)].joins) join(i, other.value());
        }
        for (const Host& host : cluster.hosts) {
            for (const SwitchId leaf : host.leaves) join(host.leaves.front().value(), leaf.value());
        }
    }
    std::uint32_t part_of(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

  private:
    void join(std::uint32_t a, std::uint32_t b) { parent_[part_of(b)] = part_of(a); }
    std::vector<std::uint32_t> parent_;
};

// What no switch joins to the rest.
struct Part {
    std::uint32_t key = 0;
    std::uint32_t hosts = 0;
    std::uint32_t top_level = 0, tops = 0;
    std::string top;  // its highest switch
};

class Parts {
  public:
    explicit Parts(const Cluster& cluster) : cluster_(cluster), joined_(cluster) {
        part_of_.assign(cluster.switches.size(), nowhere);
        for (const Host& host : cluster.hosts) {
            if (host.leaves.empty()) continue;
            std::uint32_t& part = part_of_[joined_.part_of(host.leaves.front().value())];
            if (part == nowhere) {
                part = static_cast<std::uint32_t>(parts_.size());
                parts_.emplace_back();
            }
            ++parts_[part].hosts;
        }
        for (std::uint32_t i = 0; i < cluster.switches.size(); ++i) {
            const Switch& each = cluster.switches[SwitchId(i)];
            const std::uint32_t number = part_of_[joined_.part_of(i)];
            if (number == nowhere) continue;  // of no host
            Part& part = parts_[number];
            if (part.tops == 0 || each.level > part.top_level) {
                part.top = each.known_as.empty() ? each.name : each.known_as;
                part.top_level = each.level;
                part.tops = 0;
            }
            part.tops += each.level == part.top_level ? 1U : 0U;
        }
    }

    [[nodiscard]] const std::vector<Part>& all() const { return parts_; }
    // The number of the part that a host is in; none where no switch is told of it.
    [[nodiscard]] std::uint32_t of(HostId host) {
        const auto& leaves = cluster_.hosts[host].leaves;
        return leaves.empty() ? nowhere : part_of_[joined_.part_of(leaves.front().value())];
    }
    // "s0 and 3 more switches" of its highest level.
    [[nodiscard]] std::string top_of(std::uint32_t part) const {
        const Part& it = parts_[part];
        return it.tops < 2 ? it.top : it.top + " and " + std::to_string(it.tops - 1) + " more";
    }
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  private:
    const Cluster& cluster_;
    Joined joined_;
    std::vector<std::uint32_t> part_of_;  // by the switch that stands for the part
    std::vector<Part> parts_;
};

std::string file_of(const Cluster& cluster) {
    return cluster.from.switches.empty() ? "the file" : cluster.from.switches;
}

Finding of_all(const Cluster& cluster, const Parts& parts, Severity severity) {
    constexpr std::size_t most = 4;
    std::string seen;
    for (std::uint32_t part = 0; part < std::min(parts.all().size(), most); ++part) {
        seen += (seen.empty() ? "" : "; ") + std::to_string(parts.all()[part].hosts) +
                (parts.all()[part].hosts == 1 ? " host" : " hosts") + " under " + parts.top_of(part);
    }
    if (parts.all().size() > most)
        seen += "; and " + std::to_string(parts.all().size() - most) + " more parts";
    return {severity, "switches", "switches that join all hosts",
            "no switch of " + file_of(cluster) + " joins them: " + seen,
            "a job on both sides has no way between, unless the file leaves out what joins them"};
}

}  // namespace

Findings unjoined_findings(const Cluster& cluster, const std::vector<std::string>& first) {
    Parts parts(cluster);
    if (parts.all().size() < 2) return {};
    const HostLookup lookup(cluster);
    HostId before;
    for (const std::string& name : first) {
        const HostId host = lookup.find(name);
        if (host.is_none() || parts.of(host) == Parts::nowhere) continue;
        if (before.is_none()) before = host;
        const std::uint32_t here = parts.of(host);
        const std::uint32_t there = parts.of(before);
        if (here == there) continue;
        return {{Severity::mismatch, cluster.hosts[host].name, "switches that join all hosts of the job",
                 "it is under " + parts.top_of(here) + ", " + cluster.hosts[before].name + " under " +
                     parts.top_of(there) + ", and no switch of " + file_of(cluster) + " joins them",
                 "no way leads from the one to the other, unless the file leaves out what joins them"}};
    }
    return {of_all(cluster, parts, before.is_none() ? Severity::warning : Severity::note)};
}

}  // namespace railyard::cluster
