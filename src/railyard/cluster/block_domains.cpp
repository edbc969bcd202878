#include "railyard/cluster/block_domains.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "railyard/cluster/host_lookup.hpp"

namespace railyard::cluster {
namespace {

std::string named(const std::string& what, const std::string& file) {
    return file.empty() ? what : what + " (" + file + ")";
}

class BlockComparison {
  public:
    BlockComparison(const Cluster& cluster, const std::vector<std::string>& first)
        : cluster_(cluster), order_(hosts_of_the_job_first(cluster, first)) {}

    Findings run() {
        if (cluster_.blocks.empty() || cluster_.domains.empty()) return {};
        // What one file draws it means so: racks that are cut into several blocks of another kind.
        if (!cluster_.from.blocks.empty() && cluster_.from.blocks == cluster_.from.domains) return {};
        for (const HostId id : order_) {
            const Host& host = cluster_.hosts[id];
            if (host.block.is_none() || host.domain.is_none()) continue;
            domains_of_[host.block.value()].try_emplace(host.domain.value(), id);
            blocks_of_[host.domain.value()].try_emplace(host.block.value(), id);
            if (domains_of_[host.block.value()].size() == 2 && told_.insert(host.block.value()).second)
                block_of_several(host.block, id);
        }
        if (findings_.empty()) domains_of_several();
        return std::move(findings_);
    }

  private:
    // The first host of the block in another domain, which makes it the second.
    void block_of_several(BlockId block, HostId odd) {
        const NvlinkDomainId its = cluster_.hosts[odd].domain;
        for (const auto& [domain, host] : domains_of_[block.value()]) {
            if (domain == its.value()) continue;
            findings_.push_back(
                {Severity::mismatch, cluster_.hosts[odd].name, "a block inside one NVLink domain",
                 named("block " + name_of(block), cluster_.from.blocks) + " has it with " +
                     cluster_.hosts[host].name + "; " +
                     named("NVLink domain " + cluster_.domains[its].name, cluster_.from.domains) +
                     " is not that of " + cluster_.hosts[host].name + ", " +
                     cluster_.domains[NvlinkDomainId(domain)].name,
                 "the scheduler takes a block for what NVLink joins, and puts there what then goes over the "
                 "network"});
        }
    }

    void domains_of_several() {
        std::size_t count = 0;
        std::string first;
        for (const auto& [domain, blocks] : blocks_of_) {
            if (blocks.size() < 2 || count++ > 0) continue;
            first = cluster_.domains[NvlinkDomainId(domain)].name + " is in";
            std::size_t listed = 0;
            for (const auto& [block, host] : blocks) {
                if (listed == 4) first += " and " + std::to_string(blocks.size() - listed) + " more";
                if (listed++ >= 4) continue;
                first += (listed == 1 ? " " : ", ") + name_of(BlockId(block));
            }
        }
        if (count == 0) return;
        if (count > 1) first += "; so are " + std::to_string(count - 1) + " more in several";
        findings_.push_back({Severity::warning, "blocks", "the hosts of an NVLink domain in one block",
                             first + " (" + cluster_.from.domains + ", " + cluster_.from.blocks + ")",
                             "the scheduler does not know that NVLink joins these blocks"});
    }

    [[nodiscard]] std::string name_of(BlockId id) const {
        const Block& block = cluster_.blocks[id];
        return block.known_as.empty() ? block.name : block.known_as;
    }

    const Cluster& cluster_;
    std::vector<HostId> order_;
    // The first host of each domain in a block, and of each block in a domain.
    std::map<std::uint32_t, std::map<std::uint32_t, HostId>> domains_of_, blocks_of_;
    std::set<std::uint32_t> told_;
    Findings findings_;
};

}  // namespace

Findings block_findings(const Cluster& cluster, const std::vector<std::string>& first) {
    return BlockComparison(cluster, first).run();
}

}  // namespace railyard::cluster
