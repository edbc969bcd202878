#include "railyard/cluster/inventory.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "railyard/cluster/groupings.hpp"
#include "railyard/cluster/host_lookup.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/seating.hpp"
#include "railyard/placement/meaning.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t uuid_length = 36;

std::string number_of(std::size_t count, std::string_view word) {
    return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

// The cluster UUID of a domain's name; empty where it has none.
std::string rack_of_domain(const std::string& name) {
    return name.size() > uuid_length && name[uuid_length] == '.' ? name.substr(0, uuid_length) : "";
}

// Servers of a topology that has an end, those without a single GPU left taken off.
std::uint64_t servers_of(const Topology& topology) {
    std::uint64_t servers = 0;
    for (const DomainRun& run : topology.runs()) {
        servers += std::uint64_t{run.count} * topology.kinds()[run.kind].servers.count;
    }
    std::unordered_map<std::uint32_t, std::uint32_t> missing;  // GPUs, by server
    for (const GpuId gpu : topology.unavailable()) {
        const GpuPlace place = topology.place(gpu);
        if (++missing[place.server_id] == topology.kind_of(place).servers.gpus) --servers;
    }
    return servers;
}

class InventoryComparison {
  public:
    InventoryComparison(const Cluster& cluster, const Topology& topology, const std::optional<SeatedJob>& job)
        : cluster_(cluster),
          topology_(topology),
          job_(job),
          meaning_(topology, job ? std::optional(PlacedRanks{job->grid, job->placement}) : std::nullopt) {
        if (!job_) return;
        seating_ = seat_ranks(topology, job_->placement);
        const HostLookup lookup(cluster);
        for (std::size_t seat = 0; seat < std::min(job_->hosts.size(), seating_.servers.size()); ++seat)
            seat_of_host_.emplace(lookup.find(job_->hosts[seat]).value(), seat);
    }

    Findings run() {
        if (!topology_.as_needed()) compare_counts();
        // Of several kinds the one with most servers in a domain is the rack; parts as large as any other
        // kind's, or as a partition, are no smaller racks.
        const DomainKind* rack = nullptr;
        bool any_whole = false;
        for (const DomainRun& run : topology_.runs()) {
            const DomainKind& kind = topology_.kinds()[run.kind];
            take_sizes(kind);
            any_whole = any_whole || (kind.servers.count > 1 && kind.partitions.empty());
            if (rack == nullptr || kind.servers.count > rack->servers.count) rack = &kind;
        }
        if (rack != nullptr && rack->servers.count > 1) {
            if (any_whole) cut_racks(*rack);
            small_parts(*rack);
            of_no_part(*rack);
        }
        return std::move(findings_);
    }

  private:
    void add(Severity severity, std::string place, std::string expected, std::string seen,
             std::string meaning) {
        findings_.push_back(
            {severity, std::move(place), std::move(expected), std::move(seen), std::move(meaning)});
    }

    void take_sizes(const DomainKind& kind) {
        if (kind.partitions.empty()) sizes_.insert(kind.servers.count);
        for (const std::uint32_t gpus : kind.partitions) sizes_.insert(gpus / kind.servers.gpus);
    }

    void compare_counts() {
        const std::uint64_t servers = servers_of(topology_);
        const std::uint64_t hosts = cluster_.hosts.size();
        if (hosts < servers) {
            add(weighed(hosts < seating_.servers.size()), "hosts", number_of(servers, "server"),
                number_of(hosts, "host"),
                number_of(servers - hosts, "server") + " of the topology are in none of the files" +
                    without_a_host(hosts));
        } else if (hosts > servers) {
            add(Severity::note, "hosts", number_of(servers, "server"), number_of(hosts, "host"),
                "the files also name " + number_of(hosts - servers, "host") +
                    " that the topology does not have");
        }
        if (!cluster_.domains.empty() && topology_.domain_count() != servers) compare_domains();
    }

    // A difference that the job does not feel is a warning.
    [[nodiscard]] Severity weighed(bool is_felt) const {
        return !job_ || is_felt ? Severity::mismatch : Severity::warning;
    }

    [[nodiscard]] std::string without_a_host(std::uint64_t hosts) const {
        if (!job_) return "";
        const std::size_t used = seating_.servers.size();
        if (hosts >= used)
            return "; the job's ranks sit on " + number_of(used, "server") + ", so there are enough for them";
        std::vector<GpuId> gpus;
        for (std::size_t seat = hosts; seat < used; ++seat) add_server(seating_.servers[seat], gpus);
        return "; " + meaning_.of(gpus, Touches::any, "lacks a host, if the last servers are missing",
                                  "lack hosts, if the last servers are missing");
    }

    void add_server(const GpuPlace& place, std::vector<GpuId>& gpus) const {
        const std::uint32_t first = place.gpu.value() - place.gpu_in_server;
        for (std::uint32_t gpu = 0; gpu < topology_.kind_of(place).servers.gpus; ++gpu)
            gpus.emplace_back(first + gpu);
    }

    // Cliques that cut a rack of the topology are no domains that it has: the rack counts.
    [[nodiscard]] std::uint64_t racks_or_domains() const {
        const auto& kinds = topology_.kinds();
        if (std::any_of(kinds.begin(), kinds.end(),
                        [](const auto& kind) { return !kind.partitions.empty(); }))
            return cluster_.domains.size();
        std::set<std::string> names;
        for (const NvlinkDomain& domain : cluster_.domains) {
            const std::string rack = rack_of_domain(domain.name);
            names.insert(rack.empty() ? domain.name : rack);
        }
        return names.size();
    }

    // A host of which no file tells the domain may be all that is known of one that is missing.
    void compare_domains() {
        const std::uint64_t domains = topology_.domain_count();
        const std::uint64_t seen = racks_or_domains();
        if (seen >= domains) return;
        const auto unlabelled =
            static_cast<std::uint64_t>(std::count_if(cluster_.hosts.begin(), cluster_.hosts.end(),
                                                     [](const Host& host) { return host.domain.is_none(); }));
        std::vector<std::uint32_t> used;  // domains that hold ranks
        for (const GpuPlace& server : seating_.servers) {
            if (std::find(used.begin(), used.end(), server.domain.value()) == used.end())
                used.push_back(server.domain.value());
        }
        const bool is_short = used.size() > seen;
        std::string meaning;
        if (job_ && !is_short) {
            meaning = "the job's ranks sit in " + number_of(used.size(), "domain") +
                      ", so there are enough for them";
        } else if (job_) {
            used.erase(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(seen));
            std::vector<GpuId> gpus;
            for (const GpuPlace& server : seating_.servers) {
                if (std::find(used.begin(), used.end(), server.domain.value()) != used.end())
                    add_server(server, gpus);
            }
            meaning =
                meaning_.of(gpus, Touches::inside_domain, "has no NVLink domain, if the last are missing",
                            "have no NVLink domain, if the last are missing");
        }
        const bool is_sure = seen + unlabelled < domains;
        add(is_sure ? weighed(is_short) : Severity::warning, "NVLink domains", number_of(domains, "domain"),
            number_of(seen, "domain") +
                (unlabelled == 0 ? "" : ", and " + number_of(unlabelled, "host") + " of unknown ones"),
            meaning);
    }

    // Racks, known by their cluster UUID, of several cliques.
    void cut_racks(const DomainKind& kind) {
        std::map<std::string, std::size_t> cliques;
        for (const NvlinkDomain& domain : cluster_.domains) {
            const std::string rack = rack_of_domain(domain.name);
            if (!rack.empty()) ++cliques[rack];
        }
        std::size_t cut = 0;
        std::string first;
        for (const auto& [rack, count] : cliques) {
            if (count < 2) continue;
            if (cut++ == 0) first = rack + " has " + std::to_string(count) + " cliques";
        }
        if (cut == 0) return;
        if (cut > 1) first += ", and " + number_of(cut - 1, "more rack") + " several";
        add(weighed(!between_servers().empty()), "NVLink domains", "one domain in a " + kind.domain_word,
            first,
            "NVLink does not reach from one clique to another, though the rack is the same" +
                between_servers_text(kind));
    }

    // Hops of the job between servers of one domain, which a cut can part: "ep 224 of 3968". Of `cut_off`,
    // where it is not empty, those to and from these seats alone.
    [[nodiscard]] std::string between_servers(const std::set<std::size_t>& cut_off = {}) const {
        if (!job_) return "";
        const Grouping by_domain = expected_groupings(topology_, seating_).front();
        Grouping by_server = by_domain;
        for (std::size_t seat = 0; seat < seating_.servers.size(); ++seat) {
            if (!cut_off.empty() && cut_off.count(seat) == 0) continue;
            by_server.part_of[seat] = static_cast<std::uint32_t>(by_server.names.size());
            by_server.names.emplace_back();
        }
        std::string text;
        for (const DimensionCrossings& each :
             count_crossings(job_->layout, job_->grid, seating_.seat_of, {by_server, by_domain})) {
            const std::uint64_t hops = each.by_grouping[0].hops - each.by_grouping[1].hops;
            if (hops == 0) continue;
            text += (text.empty() ? "" : ", ") + std::string(name_of(each.dimension)) + " " +
                    std::to_string(hops) + " of " + std::to_string(each.hops);
        }
        return text;
    }
    [[nodiscard]] std::string between_servers_text(const DomainKind& kind,
                                                   const std::set<std::size_t>& cut_off = {}) const {
        if (!job_) return "";
        const std::string hops = between_servers(cut_off);
        const std::string where = kind.server_word + "s of one " + kind.domain_word;
        if (hops.empty()) return "; the job has no hop between " + where;
        return "; hops between " + where + ": " + hops;
    }

    void small_parts(const DomainKind& kind) {
        const bool by_domain = !cluster_.domains.empty();
        std::vector<std::uint32_t> hosts(by_domain ? cluster_.domains.size() : cluster_.blocks.size(), 0);
        for (const Host& host : cluster_.hosts) {
            const std::uint32_t part = by_domain ? host.domain.value() : host.block.value();
            if (part < hosts.size()) ++hosts[part];
        }
        // The hosts of a rack that is cut into cliques are all there, in the other cliques.
        std::map<std::string, std::uint32_t> in_rack;
        const auto rack_of = [&](std::uint32_t part) {
            return by_domain ? rack_of_domain(cluster_.domains[NvlinkDomainId(part)].name) : std::string();
        };
        for (std::uint32_t i = 0; i < hosts.size(); ++i) in_rack[rack_of(i)] += hosts[i];
        std::string small;
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < hosts.size(); ++i) {
            if (hosts[i] >= *sizes_.rbegin() || hosts[i] == 0 || sizes_.count(hosts[i]) > 0) continue;
            const std::string rack = rack_of(i);
            if (!rack.empty() && in_rack[rack] >= *sizes_.rbegin()) continue;
            if (count++ >= most_named) continue;
            small +=
                (small.empty() ? "" : ", ") +
                (by_domain ? cluster_.domains[NvlinkDomainId(i)].name : cluster_.blocks[BlockId(i)].name) +
                " " + std::to_string(hosts[i]);
        }
        if (small.empty()) return;
        add(Severity::note, by_domain ? "NVLink domains" : "blocks",
            number_of(*sizes_.rbegin(), kind.server_word) + " in a " +
                (kind.partitions.empty() ? kind.domain_word : "partition of a " + kind.domain_word),
            "fewer hosts in " + small + (count > most_named ? ", ..." : ""),
            "the others are missing from the files, or out of service");
    }

    // Hosts of which no file says the domain or block, beside others of which one does.
    void of_no_part(const DomainKind& kind) {
        const bool by_domain = !cluster_.domains.empty();
        if (!by_domain && cluster_.blocks.empty()) return;
        Named used, unused;
        std::set<std::size_t> seats;
        for (std::uint32_t i = 0; i < cluster_.hosts.size(); ++i) {
            const Host& host = cluster_.hosts[HostId(i)];
            if (by_domain ? !host.domain.is_none() : !host.block.is_none()) continue;
            const auto seat = seat_of_host_.find(i);
            if (seat != seat_of_host_.end()) seats.insert(seat->second);
            const bool is_used = !job_ || job_->hosts.empty() || seat != seat_of_host_.end();
            (is_used ? used : unused).take(host.name);
        }
        const std::string expected = by_domain ? "the NVLink domain of each host" : "the block of each host";
        if (used.count > 0)
            add(Severity::warning, "hosts", expected, "none told of " + used.text(),
                by_domain ? "no clique label, or the fabric manager was not ready: ranks there may have no "
                            "NVLink to other hosts" +
                                between_servers_text(kind, seats)
                          : "the scheduler puts no segment there");
        if (unused.count > 0)
            add(Severity::note, "hosts", expected, "none told of " + unused.text(),
                "no rank of this job sits there");
    }

    static constexpr std::size_t most_hosts_named = 64;
    struct Named {
        std::vector<std::string> names;
        std::size_t count = 0;

        void take(const std::string& name) {
            if (count++ < most_hosts_named) names.push_back(name);
        }
        [[nodiscard]] std::string text() const {
            return to_hostlist(names) +
                   (count > names.size() ? " and " + std::to_string(count - names.size()) + " more" : "");
        }
    };
    static constexpr std::size_t most_named = 8;
    const Cluster& cluster_;
    const Topology& topology_;
    const std::optional<SeatedJob>& job_;
    Meaning meaning_;
    Seating seating_;
    std::unordered_map<std::uint32_t, std::size_t> seat_of_host_;  // of the hosts that ranks sit on, if known
    std::set<std::uint32_t> sizes_;  // servers of an NVLink domain, of all kinds
    Findings findings_;
};

}  // namespace

Findings compare_inventory(const Cluster& cluster, const Topology& topology,
                           const std::optional<SeatedJob>& job) {
    return InventoryComparison(cluster, topology, job).run();
}

}  // namespace railyard::cluster
