#include "railyard/cluster/allocated_topology.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "railyard/base/figures.hpp"
#include "railyard/base/suggest.hpp"
#include "railyard/cluster/groupings.hpp"
#include "railyard/cluster/host_lookup.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/parts.hpp"

namespace railyard::cluster {
namespace {

using Result = std::variant<AllocatedTopology, HostsProblem>;

constexpr std::size_t most_known_names = 2000;  // that a misspelt host is compared with

// The first GPU of the server that each host stands for.
using ServerOf = std::vector<std::pair<std::string, GpuId>>;

std::uint32_t gpus_of_server(const Topology& topology, const GpuPlace& place) {
    return topology.kind_of(place).servers.gpus;
}

// The topology up to the last server in use, the others unavailable.
AllocatedTopology only(const Topology& topology, const ServerOf& servers) {
    std::uint32_t last = 0;  // physical domain
    std::set<std::uint32_t> in_use;
    AllocatedTopology result{topology, {}};
    for (const auto& [host, gpu] : servers) {
        const GpuPlace place = topology.place(gpu);
        last = std::max(last, place.physical);
        in_use.insert(place.server_id);
        result.host_of.emplace(place.server_id, host);
    }
    TopologyParts parts = taken_apart(topology);
    parts.last_run_as_needed = false;  // what there is is these hosts
    std::uint32_t before = 0;
    for (DomainRun& run : parts.runs) {
        run.count = std::min(run.count, last + 1 - std::min(before, last + 1));
        before += run.count;
    }
    std::erase_if(parts.runs, [](const DomainRun& run) { return run.count == 0; });
    const std::uint32_t gpus = Topology(parts).gpu_count();
    for (std::uint32_t g = 0; g < gpus;) {
        const GpuPlace place = topology.place(GpuId(g));
        const std::uint32_t count = gpus_of_server(topology, place);
        for (std::uint32_t i = 0; i < count; ++i)
            if (in_use.count(place.server_id) == 0) parts.unavailable.emplace_back(g + i);
        g += count;
    }
    std::erase_if(parts.unavailable, [&](GpuId gpu) { return gpu.value() >= gpus; });
    result.topology = Topology(std::move(parts));
    return result;
}

// Some hosts for a message.
std::string some(std::vector<std::string> hosts) {
    constexpr std::size_t most = 8;
    const std::size_t count = hosts.size();
    if (count > most) hosts.resize(most);
    return to_hostlist(hosts) + (count > most ? ", ..." : "");
}

// Hosts that a cluster puts into one domain of a topology.
struct Part {
    std::vector<std::size_t> hosts;    // by position in the list
    std::vector<std::uint32_t> above;  // the part of every switch grouping, top down
    std::string name;
};

class ClusterSeats {
  public:
    ClusterSeats(const Topology& topology, const Cluster& cluster, const std::vector<std::string>& hosts)
        : topology_(topology), cluster_(cluster), hosts_(hosts) {}

    Result run() {
        if (topology_.kinds().size() > 1)
            return HostsProblem{
                "the topology has several kinds of domains, so a file of the cluster does not "
                "say which of them a host is",
                "name hosts as servers are (" + server_text() + "), without --machine"};
        for (auto step : {&ClusterSeats::find_hosts, &ClusterSeats::find_parts, &ClusterSeats::seat_parts})
            if (auto problem = (this->*step)()) return *problem;
        return only(topology_, servers_);
    }

  private:
    using Problem = std::optional<HostsProblem>;

    [[nodiscard]] const DomainKind& kind() const { return topology_.kinds().front(); }
    [[nodiscard]] std::string server_text() const {
        std::string name = server_name(topology_, topology_.place(GpuId(0)));
        std::replace(name.begin(), name.end(), '/', '-');
        return name;
    }

    Problem find_hosts() {
        const HostLookup lookup(cluster_);
        std::vector<std::string> unknown;
        for (const std::string& host : hosts_) {
            ids_.push_back(lookup.find(host));
            if (ids_.back().is_none()) unknown.push_back(host);
        }
        if (unknown.empty()) return std::nullopt;
        std::string hint = "is the file of another cluster?";
        if (cluster_.hosts.size() <= most_known_names) {
            std::vector<std::string> known;
            for (const Host& host : cluster_.hosts) known.push_back(host.name.substr(0, host.name.find('.')));
            if (const auto near = nearest(unknown.front(), known)) hint = "did you mean '" + *near + "'?";
        }
        return HostsProblem{"the file of the cluster does not know " + some(unknown), hint};
    }

    // Hosts by the domain they are in.
    Problem find_parts() {
        const auto groupings = groupings_of(cluster_, ids_);
        std::vector<const Grouping*> switches;
        const Grouping* domains = nullptr;
        for (const Grouping& grouping : groupings) {
            if (grouping.kind == GroupingKind::switches) {
                switches.insert(switches.begin(), &grouping);
            } else if (domains == nullptr) {
                domains = &grouping;
            }
        }
        const bool alone = kind().servers.count == 1;
        if (!alone && domains == nullptr)
            return HostsProblem{
                "the file of the cluster does not say which hosts share a " + kind().domain_word,
                "give one with blocks (topology.conf of topology/block) or NVLink domains"};
        for (std::size_t i = 0; i < hosts_.size(); ++i) {
            if (!alone && !domains->knows(domains->part_of[i]))
                return HostsProblem{"the file of the cluster says no " + domains->word + " of " + hosts_[i],
                                    "leave the host out, or give a file that does"};
            const std::size_t number = alone ? i : domains->part_of[i];
            if (number >= parts_.size()) parts_.resize(number + 1);
            Part& part = parts_[number];
            if (part.hosts.empty()) {
                part.name = alone ? hosts_[i] : domains->word + " " + domains->names[number];
                for (const Grouping* grouping : switches) part.above.push_back(grouping->part_of[i]);
            }
            part.hosts.push_back(i);
        }
        for (const Grouping* grouping : switches) switch_names_.push_back(grouping->names);
        return std::nullopt;
    }

    using PartBySpan = std::map<std::uint32_t, std::uint32_t>;

    // Gives every part a domain: those of a switch next to each other, each switch spans of its own.
    Problem seat_parts() {
        std::stable_sort(parts_.begin(), parts_.end(),
                         [](const Part& a, const Part& b) { return a.above < b.above; });
        owner_.resize(switch_names_.size());
        std::vector<PartBySpan> first_span(switch_names_.size());  // by part
        std::uint32_t domain = 0;
        for (const Part& part : parts_) {
            while (domain < topology_.domain_count() && !is_free(domain, part)) ++domain;
            if (domain == topology_.domain_count()) return too_many_domains();
            if (part.hosts.size() > servers_in(domain)) return too_many_hosts(part, domain);
            for (std::size_t l = 0; l < owner_.size(); ++l) {
                const auto own = span(domain, l);
                if (!own) continue;
                owner_[l][*own] = part.above[l];
                const auto [first, is_new] = first_span[l].try_emplace(part.above[l], *own);
                if (!is_new && first->second != *own) return too_many_below(l, part.above[l]);
            }
            seat(domain++, part);
        }
        return std::nullopt;
    }

    static constexpr const char* other_cluster = "is the topology that of this cluster?";

    [[nodiscard]] HostsProblem too_many_domains() const {
        return {"the hosts do not lie within the " + counted(topology_.domain_count(), kind().domain_word) +
                    " of the topology, as the file of the cluster groups them",
                other_cluster};
    }
    [[nodiscard]] HostsProblem too_many_hosts(const Part& part, std::uint32_t domain) const {
        return {part.name + " has " + counted(part.hosts.size(), "host") + " of the list, and a " +
                    kind().domain_word + " has " + counted(servers_in(domain), kind().server_word),
                other_cluster};
    }
    [[nodiscard]] HostsProblem too_many_below(std::size_t level, std::uint32_t part) const {
        return {"the hosts below " + switch_names_[level][part] + " do not lie within one " +
                    tier(level)->name + " of the topology",
                other_cluster};
    }

    [[nodiscard]] std::uint32_t servers_in(std::uint32_t domain) const {
        return topology_.domain(DomainId(domain)).gpus / kind().servers.gpus;
    }

    // The tier that a switch level is: the lowest of both are the same. None: nothing there, or it spans all.
    [[nodiscard]] const Tier* tier(std::size_t level) const {
        const std::size_t from_below = switch_names_.size() - 1 - level;
        const auto& tiers = topology_.network().tiers;
        return from_below < tiers.size() && tiers[from_below].span != 0 ? &tiers[from_below] : nullptr;
    }

    [[nodiscard]] std::optional<std::uint32_t> span(std::uint32_t domain, std::size_t level) const {
        const Tier* of = tier(level);
        if (of == nullptr) return std::nullopt;
        return topology_.span_of(topology_.place(topology_.domain(DomainId(domain)).first_gpu), *of);
    }

    // Not below a switch that is another's.
    [[nodiscard]] bool is_free(std::uint32_t domain, const Part& part) const {
        for (std::size_t l = 0; l < owner_.size(); ++l) {
            const auto own = span(domain, l);
            if (!own) continue;
            const auto there = owner_[l].find(*own);
            if (there != owner_[l].end() && there->second != part.above[l]) return false;
        }
        return true;
    }

    void seat(std::uint32_t domain, const Part& part) {
        GpuId gpu = topology_.domain(DomainId(domain)).first_gpu;
        for (const std::size_t host : part.hosts) {
            servers_.emplace_back(hosts_[host], gpu);
            gpu = GpuId(gpu.value() + kind().servers.gpus);
        }
    }

    const Topology& topology_;
    const Cluster& cluster_;
    const std::vector<std::string>& hosts_;
    std::vector<HostId> ids_;
    std::vector<Part> parts_;
    std::vector<std::vector<std::string>> switch_names_;  // by level, top down
    std::vector<PartBySpan> owner_;                       // by level
    ServerOf servers_;
};

}  // namespace

Result allocated_by_name(const Topology& topology, const std::vector<std::string>& hosts) {
    ServerOf servers;
    for (const std::string& host : hosts) {
        std::string name = host;
        if (const auto dash = name.rfind('-'); dash != std::string::npos) name[dash] = '/';
        const auto found = parse_name(topology, name);
        const auto* range = std::get_if<GpuRange>(&found);
        const GpuPlace first = topology.place(range != nullptr ? range->first : GpuId(0));
        if (range == nullptr || range->count != gpus_of_server(topology, first) || first.gpu_in_server != 0) {
            std::string example = server_name(topology, first);
            std::replace(example.begin(), example.end(), '/', '-');
            return HostsProblem{"'" + host + "' is no server of the topology, which are called as " + example,
                                "or say with --machine FILE where the hosts are"};
        }
        servers.emplace_back(host, range->first);
    }
    return only(topology, servers);
}

Result allocated_by_cluster(const Topology& topology, const Cluster& cluster,
                            const std::vector<std::string>& hosts) {
    return ClusterSeats(topology, cluster, hosts).run();
}

}  // namespace railyard::cluster
