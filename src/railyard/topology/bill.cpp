#include "railyard/topology/bill.hpp"

#include <numeric>

#include "railyard/topology/inventory.hpp"

namespace railyard {
namespace {

void add(Bill& bill, const PartBill& part, std::uint64_t count) {
    const auto number = static_cast<double>(count);
    if (part.cost) bill.cost = bill.cost.value_or(Money{}) + *part.cost * number;
    if (part.power) bill.power = bill.power.value_or(Watts{}) + *part.power * number;
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

Bill bill_of(const Topology& topology, std::uint32_t as_needed) {
    Bill bill;
    for (std::size_t r = 0; r < topology.runs().size(); ++r) {
        const DomainRun& run = topology.runs()[r];
        const DomainKind& kind = topology.kinds()[run.kind];
        const bool open = topology.as_needed() && r + 1 == topology.runs().size();
        const std::uint64_t domains = open ? as_needed : run.count;
        const std::uint64_t servers = domains * kind.servers.count;
        add(bill, kind.gpu.bill, domains * kind.gpus());
        add(bill, kind.servers.bill, servers);
        add(bill, kind.nics.bill, servers * kind.nics_per_server());
        add(bill, kind.scale_up.switch_bill, domains * kind.scale_up.switches);
        add(bill, kind.scale_up.cable_bill, domains * links_of(kind));
    }
    bool network_is_given = false;
    for (const Tier& tier : topology.network().tiers)
        network_is_given = network_is_given || is_given(tier.switch_bill) || is_given(tier.cable_bill);
    if (!network_is_given) return bill;
    const auto tiers = network_inventory(topology.as_needed() ? topology.with_last_run(as_needed) : topology);
    for (std::size_t t = 0; t < tiers.size(); ++t) {
        add(bill, topology.network().tiers[t].switch_bill, tiers[t].switches);
        add(bill, topology.network().tiers[t].cable_bill, tiers[t].links_from_below);
    }
    return bill;
}

}  // namespace railyard
