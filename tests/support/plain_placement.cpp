#include "tests/support/plain_placement.hpp"

#include <algorithm>
#include <set>

namespace railyard::test {

PlainCluster::PlainCluster(const Topology& topology)
    : network_(topology.network()), kinds_(topology.kinds()) {
    std::uint32_t physical = 0;
    std::uint32_t server = 0;
    for (const DomainRun& run : topology.runs()) {
        const DomainKind& kind = kinds_[run.kind];
        for (std::uint32_t i = 0; i < run.count; ++i, ++physical) {
            auto partitions = kind.partitions;
            if (partitions.empty()) partitions = {kind.servers.count * kind.servers.gpus};
            std::uint32_t local = 0;
            for (const std::uint32_t size : partitions) {
                domains_.emplace_back();
                for (std::uint32_t g = 0; g < size; ++g, ++local) {
                    PlainGpu gpu;
                    gpu.kind = &kind;
                    gpu.domain = static_cast<std::uint32_t>(domains_.size() - 1);
                    gpu.physical = physical;
                    gpu.server = server + local / kind.servers.gpus;
                    gpu.local = local;
                    gpu.in_server = local % kind.servers.gpus;
                    const auto id = static_cast<std::uint32_t>(gpus_.size());
                    const auto& missing = topology.unavailable();
                    gpu.is_there = std::find(missing.begin(), missing.end(), GpuId(id)) == missing.end();
                    if (gpu.is_there) domains_.back().push_back(id);
                    gpus_.push_back(gpu);
                }
            }
            server += kind.servers.count;
        }
    }
}

bool PlainCluster::nvlink_between(std::uint32_t a, std::uint32_t b) const {
    const ScaleUp& up = gpus_[a].kind->scale_up;
    if (gpus_[a].domain != gpus_[b].domain || up.kind == ScaleUpKind::none) return false;
    if (up.kind != ScaleUpKind::links) return true;
    return std::any_of(up.pairs.begin(), up.pairs.end(), [&](const ScaleUp::Pair& pair) {
        return std::minmax(pair.a, pair.b) == std::minmax(gpus_[a].local, gpus_[b].local);
    });
}

std::uint32_t PlainCluster::span(std::uint32_t gpu, const Tier& tier) const {
    if (tier.span == 0) return 0;
    if (tier.unit == SpanUnit::domains) return gpus_[gpu].physical / tier.span;
    return (tier.unit == SpanUnit::servers ? gpus_[gpu].server : gpu) / tier.span;
}

// One NIC for each GPU: its rail is that of its number in the server, or that of a neighbour that relays.
bool PlainCluster::meet_on_a_rail(std::uint32_t a, std::uint32_t b) const {
    const auto rail = [&](std::uint32_t gpu) { return gpus_[gpu].in_server % network_.rails; };
    if (rail(a) == rail(b)) return true;
    if (network_.cross_rail == CrossRail::spine) return false;
    const auto relays = [&](std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t relay = 0; relay < gpus_.size(); ++relay) {
            if (nvlink_between(from, relay) && rail(relay) == rail(to) &&
                span(relay, network_.tiers[0]) == span(from, network_.tiers[0])) {
                return true;
            }
        }
        return false;
    };
    return relays(a, b) || relays(b, a);
}

std::optional<Reach> PlainCluster::reach(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return Reach::same_gpu();
    if (gpus_[a].domain == gpus_[b].domain) return nvlink_between(a, b) ? Reach::nvlink() : Reach::pcie();
    for (const PlainGpu& gpu : {gpus_[a], gpus_[b]}) {
        const Nics& nics = gpu.kind->nics;
        if (nics.sharing != NicSharing::per_gpu || nics.count != 1) return std::nullopt;
    }
    for (std::size_t t = 0; t < network_.tiers.size(); ++t) {
        if (span(a, network_.tiers[t]) != span(b, network_.tiers[t])) continue;
        if (t > 0 || network_.tiers.size() == 1 || meet_on_a_rail(a, b)) return Reach::tier(t);
    }
    return Reach::unreachable();
}

namespace {

class Placer {
  public:
    Placer(const PlainCluster& cluster, const PlainRanks& ranks) : ranks_(ranks) {
        const std::uint32_t most = ranks.job().rules.per_domain;
        for (auto offer : cluster.domains()) {
            if (most > 0 && offer.size() > most) offer.resize(most);
            largest_ = std::max(largest_, offer.size());
            offers_.push_back(offer);
        }
        taken_.resize(offers_.size(), 0);
    }

    std::vector<std::uint32_t> run(std::uint32_t block) {
        const bool packed = ranks_.job().rules.policy == Policy::packed;
        for (std::uint32_t rank = 0; rank < ranks_.count(); rank += block) {
            const bool done = packed || block > largest_ ? fill(block, packed) : keep_whole(block);
            if (!done) break;
        }
        return gpu_of_;
    }

  private:
    // One block into the first domain from here on that has room for it.
    bool keep_whole(std::uint32_t block) {
        while (at_ < offers_.size() && taken_[at_] + block > offers_[at_].size()) ++at_;
        if (at_ == offers_.size()) return false;
        for (std::uint32_t i = 0; i < block; ++i) take();
        return true;
    }

    // One block, rank by rank, over as many domains as it takes. Unless packed it starts on a fresh one.
    bool fill(std::uint32_t block, bool packed) {
        if (!packed && at_ < offers_.size() && taken_[at_] > 0) ++at_;
        for (std::uint32_t i = 0; i < block; ++i) {
            while (at_ < offers_.size() && taken_[at_] == offers_[at_].size()) ++at_;
            if (at_ == offers_.size()) return false;
            take();
        }
        return true;
    }

    void take() { gpu_of_.push_back(offers_[at_][taken_[at_]++]); }

    const PlainRanks& ranks_;
    std::vector<std::vector<std::uint32_t>> offers_;
    std::vector<std::size_t> taken_;
    std::size_t largest_ = 0;
    std::size_t at_ = 0;
    std::vector<std::uint32_t> gpu_of_;
};

}  // namespace

PlainPlacement place_plainly(const PlainCluster& cluster, const PlainRanks& ranks) {
    PlainPlacement placement;
    placement.block = ranks.block();
    placement.gpu_of = Placer(cluster, ranks).run(placement.block);
    std::set<std::uint32_t> domains;
    std::set<std::uint32_t> servers;
    for (const std::uint32_t gpu : placement.gpu_of) {
        domains.insert(cluster.gpus()[gpu].domain);
        servers.insert(cluster.gpus()[gpu].server);
    }
    placement.domains_used = static_cast<std::uint32_t>(domains.size());
    placement.servers_used = static_cast<std::uint32_t>(servers.size());
    const std::uint32_t most = ranks.job().rules.per_domain;
    for (std::uint32_t d = 0; d < cluster.domains().size(); ++d) {
        const auto there = static_cast<std::uint32_t>(cluster.domains()[d].size());
        const std::uint32_t offered = most > 0 ? std::min(most, there) : there;
        placement.available += offered;
        if (!domains.contains(d)) {
            if (!domains.empty() && d < *domains.rbegin()) placement.passed_over.push_back(d);
            continue;
        }
        placement.idle += there;
        placement.spare += there - offered;
    }
    placement.idle -= static_cast<std::uint32_t>(placement.gpu_of.size());
    for (const PlainGpu& gpu : cluster.gpus()) {
        if (!gpu.is_there && domains.contains(gpu.domain)) ++placement.unavailable;
    }
    return placement;
}

}  // namespace railyard::test
