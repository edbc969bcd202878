#include "tests/support/regular_jobs.hpp"

#include <string>

#include "tests/support/dice.hpp"

namespace railyard::test {
namespace {

// Servers whose GPUs are joined in pairs, or not at all.
void unjoin(Dice& dice, DomainKind& kind) {
    kind.servers.count = 1;
    kind.scale_up.boards = 1;
    kind.servers.cpus = dice.between(1, 2);
    kind.servers.pcie = {gigabytes_per_second(16), std::nullopt, microseconds(0.2)};
    kind.servers.cpu_link = {gigabytes_per_second(20), std::nullopt, microseconds(0.1)};
    kind.scale_up.kind = dice.one_of({ScaleUpKind::links, ScaleUpKind::none});
    if (kind.scale_up.kind == ScaleUpKind::none) return;
    for (std::uint32_t a = 0; a < kind.gpus(); ++a) {
        for (std::uint32_t b = a + 1; b < kind.gpus(); ++b)
            if (!dice.one_in(3)) kind.scale_up.pairs.push_back({a, b, dice.between(1, 2)});
    }
}

DomainKind some_kind(Dice& dice) {
    DomainKind kind;
    kind.name = "alike";
    kind.servers.gpus = dice.between(1, 8);
    kind.servers.count = dice.one_in(3) ? 1 : dice.between(1, 4);
    kind.scale_up.kind = ScaleUpKind::switched;
    kind.scale_up.switches = 1;
    kind.scale_up.links_per_switch = {2};
    kind.scale_up.link = {gigabytes_per_second(25), std::nullopt, microseconds(0.3)};
    if (dice.one_in(4)) {
        kind.scale_up.kind = ScaleUpKind::mesh;
        kind.scale_up.links_per_pair = dice.between(1, 2);
    } else if (kind.gpus() % 2 == 0 && dice.one_in(3)) {
        kind.scale_up.boards = 2;
        kind.scale_up.switches = 2;
        kind.scale_up.trunk_links = dice.between(1, 2 * kind.gpus());
        kind.scale_up.trunk = {gigabytes_per_second(25), std::nullopt, microseconds(0.4)};
    }
    if (dice.one_in(4)) unjoin(dice, kind);
    kind.nics.sharing = dice.one_of({NicSharing::per_gpu, NicSharing::per_server});
    kind.nics.count = dice.one_of({1U, 2U, 4U});
    kind.nics.bandwidth = gigabytes_per_second(50);
    if (kind.servers.count > 1 && dice.one_in(3))
        kind.partitions.assign(kind.servers.count, kind.servers.gpus);
    return kind;
}

Network some_nested_network(Dice& dice, const DomainKind& kind) {
    Network network;
    network.cross_rail = dice.one_of({CrossRail::pxn, CrossRail::spine});
    const std::uint32_t tiers = dice.between(1, 3);
    if (tiers > 1) network.rails = dice.one_of({1U, 2U, 4U, kind.servers.gpus});
    const SpanUnit unit = dice.one_of({SpanUnit::domains, SpanUnit::servers, SpanUnit::gpus});
    std::uint32_t span = unit == SpanUnit::domains   ? 1
                         : unit == SpanUnit::servers ? kind.servers.count
                                                     : kind.gpus();
    if (unit != SpanUnit::domains && dice.one_in(2)) {
        span = dice.between(1, 9);  // that end within domains
        if (dice.one_in(2)) network.rails = 1;
    }
    for (std::uint32_t t = 0; t < tiers; ++t) {
        Tier tier;
        tier.name = "tier" + std::to_string(t);
        tier.unit = unit;
        span *= dice.between(t == 0 ? 1 : 2, 4);
        tier.span = t + 1 < tiers ? span : 0;
        tier.latency = microseconds(1.0 + t);
        if (dice.one_in(3)) tier.oversubscription = 3;
        network.tiers.push_back(tier);
    }
    return network;
}

}  // namespace

OddCase regular_case(std::uint64_t seed) {
    OddCase odd = odd_case(seed);
    Dice dice(seed + 1000000);
    const std::uint32_t plenty = odd.job.degrees.ranks() + 20;
    TopologyParts parts;
    parts.name = "regular" + std::to_string(seed);
    const DomainKind kind = some_kind(dice);
    parts.kinds = {kind};
    parts.runs = {{0, plenty}};
    if (dice.one_in(5)) {
        // Behind them come others, which the job does not reach; listed before them or after them.
        const std::uint32_t at = dice.between(0, 1);
        parts.kinds.insert(parts.kinds.begin() + at, some_kind(dice));
        parts.runs = {{1 - at, plenty}, {at, 2}};
    }
    parts.last_run_as_needed = dice.one_in(2);
    parts.network = some_nested_network(dice, kind);
    const std::uint32_t gpus = plenty * kind.gpus();
    if (dice.one_in(4)) parts.unavailable.emplace_back(dice.one_of({gpus - 1, 2U}));
    const Topology topology(parts);
    return {topology, parts.last_run_as_needed ? topology.with_last_run(plenty) : topology, odd.job};
}

}  // namespace railyard::test
