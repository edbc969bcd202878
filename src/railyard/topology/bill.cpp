#include "railyard/topology/bill.hpp"

#include <algorithm>
#include <numeric>

namespace railyard {
namespace {

void add(Bill& bill, const BilledPart& part) {
    const auto number = static_cast<double>(part.count);
    if (part.each.cost) bill.cost = bill.cost.value_or(Money{}) + *part.each.cost * number;
    if (part.each.power) bill.power = bill.power.value_or(Watts{}) + *part.each.power * number;
}

bool is_given(const PartBill& part) {
    return part.cost || part.power;
}

// NVLinks of one domain, and the trunks between its boards.
std::uint64_t links_of(const DomainKind& kind) {
    const ScaleUp& up = kind.scale_up;
    const std::uint64_t gpus = kind.gpus();
    switch (up.kind) {
        case ScaleUpKind::switched: {
            const auto per_gpu =
                std::accumulate(up.links_per_switch.begin(), up.links_per_switch.end(), std::uint64_t{0});
            return gpus * per_gpu + up.links_per_switch.size() * up.trunk_links;
        }
        case ScaleUpKind::mesh:
            return gpus * (gpus - 1) / 2 * up.links_per_pair;
        case ScaleUpKind::links:
            return std::accumulate(
                up.pairs.begin(), up.pairs.end(), std::uint64_t{0},
                [](std::uint64_t sum, const ScaleUp::Pair& pair) { return sum + pair.count; });
        case ScaleUpKind::none:
            return 0;
    }
    return 0;
}

}  // namespace

std::vector<BilledPart> parts_of(const Topology& topology, std::uint32_t as_needed, Tiers wanted) {
    std::vector<BilledPart> parts;
    for (std::size_t r = 0; r < topology.runs().size(); ++r) {
        const DomainRun& run = topology.runs()[r];
        const DomainKind& kind = topology.kinds()[run.kind];
        const bool open = topology.as_needed() && r + 1 == topology.runs().size();
        const std::uint64_t domains = open ? as_needed : run.count;
        const std::uint64_t servers = domains * kind.servers.count;
        const ScaleUp& up = kind.scale_up;
        parts.push_back({PartKind::gpu, run.kind, domains * kind.gpus(), kind.gpu.bill});
        parts.push_back({PartKind::server, run.kind, servers, kind.servers.bill});
        parts.push_back({PartKind::nic, run.kind, servers * kind.nics_per_server(), kind.nics.bill});
        parts.push_back({PartKind::nvswitch, run.kind, domains * nvswitches_of(kind), up.switch_bill});
        parts.push_back({PartKind::nvlink, run.kind, domains * links_of(kind), up.cable_bill});
    }
    const auto& tiers = topology.network().tiers;
    const bool priced = std::any_of(tiers.begin(), tiers.end(), [](const Tier& tier) {
        return is_given(tier.switch_bill) || is_given(tier.cable_bill);
    });
    if (wanted == Tiers::priced && !priced) return parts;
    const auto cabling = cabling_of(topology.as_needed() ? topology.with_last_run(as_needed) : topology);
    for (std::size_t t = 0; t < cabling.size(); ++t) {
        parts.push_back({PartKind::tier_switch, t, cabling[t].switches, tiers[t].switch_bill});
        parts.push_back({PartKind::tier_cable, t, cabling[t].cables, tiers[t].cable_bill});
    }
    return parts;
}

Bill bill_of(const Topology& topology, std::uint32_t as_needed) {
    Bill bill;
    for (const BilledPart& part : parts_of(topology, as_needed, Tiers::priced)) add(bill, part);
    return bill;
}

}  // namespace railyard
