#include "railyard/topology/overview.hpp"

#include <algorithm>
#include <utility>

#include "railyard/topology/bisection.hpp"
#include "railyard/topology/names.hpp"

namespace railyard {
namespace {

Topology one_of(const DomainKind& kind) {
    TopologyParts parts;
    parts.name = kind.name;
    parts.about = kind.about;
    parts.kinds = {kind};
    parts.runs = {{0, 1}};
    return Topology(std::move(parts));
}

// Rows for the pairs of GPUs inside one domain, from the routes between some that stand for all.
class InsideRates {
  public:
    explicit InsideRates(const DomainKind& kind) : kind_(kind), topology_(one_of(kind)) {}

    std::vector<ReachRates> rows() {
        switch (kind_.scale_up.kind) {
            case ScaleUpKind::switched:
            case ScaleUpKind::mesh:
                linked_pairs();
                break;
            case ScaleUpKind::links:
                listed_pairs();
                break;
            case ScaleUpKind::none:
                unlinked_pairs({});
                break;
        }
        std::sort(rows_.begin(), rows_.end(),
                  [](const ReachRates& a, const ReachRates& b) { return a.pairs < b.pairs; });
        return std::move(rows_);
    }

  private:
    [[nodiscard]] bool has(PairKind pairs) const {
        return std::any_of(rows_.begin(), rows_.end(), [&](const ReachRates& r) { return r.pairs == pairs; });
    }

    void add(PairKind pairs, GpuId a, GpuId b) {
        if (has(pairs)) return;
        const Route route = route_between(topology_, a, b);
        rows_.push_back({pairs, 0, route.alone, route.alone, route.share, std::nullopt, route.latency});
        auto& row = rows_.back();
        if (route.reach != Reach::nvlink()) return;
        // To many peers at once a GPU uses all of its links; across boards the trunks may bind.
        if (pairs == PairKind::nvlink) row.per_gpu = kind_.nvlink_per_gpu();
        const LinkRate& link = kind_.scale_up.link;
        if (link.effective) row.per_gpu_planned = row.per_gpu * (*link.effective / link.bandwidth);
    }

    // Every pair of a partition has NVLink: the first and the last GPU of each with all others.
    void linked_pairs() {
        for (std::uint32_t d = 0; d < topology_.domain_count(); ++d) {
            const Domain domain = topology_.domain(DomainId(d));
            const std::uint32_t first = domain.first_gpu.value();
            const std::uint32_t last = first + domain.gpus - 1;
            for (std::uint32_t b = first; b <= last; ++b) {
                for (const std::uint32_t a : {first, last}) {
                    if (a == b) continue;
                    const bool same_board = kind_.board_of(a) == kind_.board_of(b);
                    add(same_board ? PairKind::nvlink : PairKind::nvlink_two_boards, GpuId(a), GpuId(b));
                }
            }
        }
    }

    void listed_pairs() {
        const std::uint32_t gpus = kind_.gpus();
        std::vector<std::uint8_t> linked(std::size_t{gpus} * gpus, 0);
        for (const auto& pair : kind_.scale_up.pairs) {
            linked[std::size_t{pair.a} * gpus + pair.b] = linked[std::size_t{pair.b} * gpus + pair.a] = 1;
            add(PairKind::nvlink, GpuId(pair.a), GpuId(pair.b));
            const auto rate = kind_.scale_up.link.bandwidth * pair.count;
            rows_.front().pair_least = std::min(rows_.front().pair_least, rate);
            rows_.front().pair_most = std::max(rows_.front().pair_most, rate);
        }
        unlinked_pairs(linked);
    }

    // `linked`: GPUs x GPUs; empty: no pair is.
    void unlinked_pairs(const std::vector<std::uint8_t>& linked) {
        const std::uint32_t gpus = kind_.gpus();
        for (std::uint32_t a = 0; a < gpus; ++a) {
            for (std::uint32_t b = a + 1; b < gpus; ++b) {
                if (!linked.empty() && linked[std::size_t{a} * gpus + b] != 0) continue;
                const bool same_cpu = kind_.cpu_of(a) == kind_.cpu_of(b);
                add(same_cpu ? PairKind::pcie : PairKind::pcie_two_cpus, GpuId(a), GpuId(b));
            }
        }
    }

    const DomainKind& kind_;
    Topology topology_;
    std::vector<ReachRates> rows_;
};

void add_network_rates(const Network& network, const DomainKind& kind, std::vector<ReachRates>& rows) {
    if (kind.nics.count == 0) return;
    for (std::size_t t = 0; t < network.tiers.size(); ++t) {
        const auto share = kind.nic_share() / oversubscription_up_to(network, t);
        rows.push_back({PairKind::network, t, kind.nic_alone(), kind.nic_alone(), share, std::nullopt,
                        network.tiers[t].latency});
    }
}

std::optional<BytesPerSecond> smallest_bisection(const DomainKind& kind) {
    auto least = domain_bisection(kind, 0);
    for (std::uint32_t p = 1; least && p < kind.partitions.size(); ++p) {
        least = std::min(*least, *domain_bisection(kind, p));
    }
    return least;
}

void add_up(DomainInventory& sum, const DomainInventory& one, std::uint64_t count) {
    sum.servers += one.servers * count;
    sum.gpus += one.gpus * count;
    sum.nvswitches += one.nvswitches * count;
    sum.cpus += one.cpus * count;
    sum.nics += one.nics * count;
}

KindOverview kind_overview(const Topology& topology, std::uint32_t number) {
    const DomainKind& kind = topology.kinds()[number];
    KindOverview overview;
    overview.kind = number;
    for (const DomainRun& run : topology.runs()) overview.physical += run.kind == number ? run.count : 0;
    overview.domains = overview.physical * std::max<std::size_t>(1, kind.partitions.size());
    overview.parts = inventory_of(kind);
    overview.reaches = InsideRates(kind).rows();
    add_network_rates(topology.network(), kind, overview.reaches);
    overview.bisection = smallest_bisection(kind);
    return overview;
}

// Whether `count` GPUs from `first` on are all missing.
bool all_missing(const std::vector<GpuId>& missing, std::size_t at, GpuId first, std::uint32_t count) {
    return missing[at] == first && at + count <= missing.size() &&
           missing[at + count - 1].value() == first.value() + count - 1;
}

std::vector<std::string> unavailable_names(const Topology& topology) {
    const std::vector<GpuId>& missing = topology.unavailable();
    std::vector<std::string> names;
    for (std::size_t at = 0; at < missing.size();) {
        const GpuPlace place = topology.place(missing[at]);
        const DomainKind& kind = topology.kind_of(place);
        const std::string server = server_name(topology, place);
        if (place.local == 0 && all_missing(missing, at, missing[at], kind.gpus())) {
            names.push_back(server.substr(0, server.find('/')));
            at += kind.gpus();
        } else if (place.gpu_in_server == 0 && all_missing(missing, at, missing[at], kind.servers.gpus)) {
            names.push_back(server);
            at += kind.servers.gpus;
        } else {
            names.push_back(gpu_name(topology, missing[at]));
            ++at;
        }
    }
    return names;
}

// What one domain of a kind counts in a tier's unit.
std::uint64_t size_in(const DomainKind& kind, SpanUnit unit) {
    if (unit == SpanUnit::domains) return 1;
    return unit == SpanUnit::servers ? kind.servers.count : kind.gpus();
}

// Domains of the last run that fill one span of a tier, with what stands before them.
std::uint32_t domains_to_fill(const Topology& topology, const Tier& tier) {
    std::uint64_t before = 0;
    for (std::size_t r = 0; r + 1 < topology.runs().size(); ++r) {
        const DomainRun& run = topology.runs()[r];
        before += run.count * size_in(topology.kinds()[run.kind], tier.unit);
    }
    if (before >= tier.span) return 1;
    const std::uint64_t one = size_in(topology.kinds()[topology.runs().back().kind], tier.unit);
    const std::uint64_t domains = (tier.span - before + one - 1) / one;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(domains, most_domains(topology)));
}

}  // namespace

Overview overview_of(const Topology& topology) {
    Overview overview;
    for (std::uint32_t k = 0; k < topology.kinds().size(); ++k) {
        overview.kinds.push_back(kind_overview(topology, k));
        add_up(overview.parts, overview.kinds.back().parts, overview.kinds.back().physical);
    }
    overview.physical = topology.physical_count();
    overview.domains = topology.domain_count();
    const auto tiers = network_inventory(topology);
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        overview.tiers.push_back(
            {tiers[t], tier_switches(topology.network(), t), tier_bisection(topology, t)});
    }
    overview.unavailable = unavailable_names(topology);
    return overview;
}

Shown shown_part(const Topology& topology, std::optional<std::uint32_t> domains) {
    if (domains) return {topology.with_last_run(*domains), ShownSize::asked_for, 0};
    if (!topology.as_needed()) return {topology, ShownSize::all, 0};
    const auto& tiers = topology.network().tiers;
    for (std::size_t t = tiers.size(); t > 0; --t) {
        if (tiers[t - 1].span == 0) continue;
        return {topology.with_last_run(domains_to_fill(topology, tiers[t - 1])), ShownSize::full_span, t - 1};
    }
    return {topology.with_last_run(1), ShownSize::one_domain, 0};
}

Shown domain_alone(const Topology& topology) {
    return {one_of(topology.kinds()[topology.runs().back().kind]), ShownSize::domain_alone, 0};
}

std::uint32_t most_domains(const Topology& topology) {
    // An endless run is as long as ids reach.
    return topology.runs().back().count;
}

}  // namespace railyard
