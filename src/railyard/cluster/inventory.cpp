#include "railyard/cluster/inventory.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "railyard/cluster/hostlist.hpp"

namespace railyard::cluster {
namespace {

constexpr std::size_t uuid_length = 36;

std::string number_of(std::size_t count, std::string_view word) {
    return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
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
    InventoryComparison(const Cluster& cluster, const Topology& topology)
        : cluster_(cluster), topology_(topology) {}

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
            of_no_part();
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
            add(Severity::mismatch, "hosts", number_of(servers, "server"), number_of(hosts, "host"),
                number_of(servers - hosts, "server") + " of the topology are in none of the files");
        } else if (hosts > servers) {
            add(Severity::note, "hosts", number_of(servers, "server"), number_of(hosts, "host"),
                "the files also name " + number_of(hosts - servers, "host") +
                    " that the topology does not have");
        }
        const std::uint64_t domains = topology_.domain_count();
        if (!cluster_.domains.empty() && cluster_.domains.size() < domains && domains != servers) {
            add(Severity::mismatch, "NVLink domains", number_of(domains, "domain"),
                number_of(cluster_.domains.size(), "domain"), "");
        }
    }

    // Racks, known by their cluster UUID, of several cliques.
    void cut_racks(const DomainKind& kind) {
        std::map<std::string, std::size_t> cliques;
        for (const NvlinkDomain& domain : cluster_.domains) {
            if (domain.name.size() > uuid_length && domain.name[uuid_length] == '.') {
                ++cliques[domain.name.substr(0, uuid_length)];
            }
        }
        std::size_t cut = 0;
        std::string first;
        for (const auto& [rack, count] : cliques) {
            if (count < 2) continue;
            if (cut++ == 0) first = rack + " has " + std::to_string(count) + " cliques";
        }
        if (cut == 0) return;
        if (cut > 1) first += ", and " + number_of(cut - 1, "more rack") + " several";
        add(Severity::mismatch, "NVLink domains", "one domain in a " + kind.domain_word, first,
            "NVLink does not reach from one clique to another, though the rack is the same");
    }

    void small_parts(const DomainKind& kind) {
        const bool by_domain = !cluster_.domains.empty();
        std::vector<std::uint32_t> hosts(by_domain ? cluster_.domains.size() : cluster_.blocks.size(), 0);
        for (const Host& host : cluster_.hosts) {
            const std::uint32_t part = by_domain ? host.domain.value() : host.block.value();
            if (part < hosts.size()) ++hosts[part];
        }
        std::string small;
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < hosts.size(); ++i) {
            if (hosts[i] >= *sizes_.rbegin() || hosts[i] == 0 || sizes_.count(hosts[i]) > 0 ||
                count++ >= most_named)
                continue;
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
    void of_no_part() {
        const bool by_domain = !cluster_.domains.empty();
        if (!by_domain && cluster_.blocks.empty()) return;
        std::vector<std::string> names;
        std::size_t count = 0;
        for (const Host& host : cluster_.hosts) {
            if (by_domain ? !host.domain.is_none() : !host.block.is_none()) continue;
            if (count++ < most_hosts_named) names.push_back(host.name);
        }
        if (count == 0) return;
        add(Severity::warning, "hosts",
            by_domain ? "the NVLink domain of each host" : "the block of each host",
            "none told of " + to_hostlist(names) +
                (count > names.size() ? " and " + std::to_string(count - names.size()) + " more" : ""),
            by_domain
                ? "no clique label, or the fabric manager was not ready: ranks there may have no NVLink "
                  "to other hosts"
                : "the scheduler puts no segment there");
    }

    static constexpr std::size_t most_named = 8;
    static constexpr std::size_t most_hosts_named = 64;
    const Cluster& cluster_;
    const Topology& topology_;
    std::set<std::uint32_t> sizes_;  // servers of an NVLink domain, of all kinds
    Findings findings_;
};

}  // namespace

Findings compare_inventory(const Cluster& cluster, const Topology& topology) {
    return InventoryComparison(cluster, topology).run();
}

}  // namespace railyard::cluster
