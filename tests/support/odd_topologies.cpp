#include "tests/support/odd_topologies.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/dice.hpp"

namespace railyard::test {
namespace {

LinkRate some_link(Dice& dice) {
    LinkRate link;
    link.bandwidth = gigabytes_per_second(dice.between(10, 60));
    link.latency = microseconds(dice.between(0, 5) * 0.1);
    return link;
}

ScaleUp some_scale_up(Dice& dice, const Servers& servers) {
    const std::uint32_t gpus = servers.count * servers.gpus;
    ScaleUp up;
    up.link = some_link(dice);
    up.kind = dice.one_of({ScaleUpKind::switched, ScaleUpKind::switched, ScaleUpKind::mesh,
                           ScaleUpKind::links, ScaleUpKind::none});
    // Servers without NVLink between each other are domains of their own.
    if (servers.count > 1 && up.kind != ScaleUpKind::mesh) up.kind = ScaleUpKind::switched;
    if (up.kind == ScaleUpKind::mesh) up.links_per_pair = dice.between(1, 3);
    if (up.kind == ScaleUpKind::switched) {
        up.boards = gpus % 2 == 0 && dice.one_in(3) ? 2 : 1;
        const std::uint32_t per_board = dice.between(1, 4);
        up.switches = per_board * up.boards;
        for (std::uint32_t s = 0; s < per_board; ++s)
            up.links_per_switch.push_back(dice.between(s == 0 ? 1 : 0, 5));
        if (up.boards == 2) {
            up.trunk = some_link(dice);
            up.trunk_links = dice.between(1, 12);
        }
    }
    for (std::uint32_t a = 0; up.kind == ScaleUpKind::links && a < gpus; ++a) {
        for (std::uint32_t b = a + 1; b < gpus; ++b) {
            if (!dice.one_in(3)) up.pairs.push_back({a, b, dice.between(1, 2)});
        }
    }
    return up;
}

Nics some_nics(Dice& dice, const Servers& servers) {
    Nics nics;
    nics.bandwidth = gigabytes_per_second(dice.one_of({12.5, 25.0, 50.0}));
    nics.sharing = dice.one_of({NicSharing::per_gpu, NicSharing::per_server});
    nics.count = dice.between(1, 2);
    if (nics.sharing == NicSharing::per_gpu) return nics;
    nics.count = dice.one_of({0U, 1U, 1U, servers.gpus, servers.gpus * 2});
    if (servers.gpus % 2 == 0 && dice.one_in(2)) nics.count = servers.gpus / 2;
    return nics;
}

DomainKind some_kind(Dice& dice, std::uint32_t gpus_per_server) {
    DomainKind kind;
    kind.name = "odd";
    kind.servers.count = dice.one_in(2) ? 1 : dice.between(1, 3);
    kind.servers.gpus = gpus_per_server;
    kind.servers.cpus = dice.between(1, 3);
    kind.servers.pcie = some_link(dice);
    kind.servers.cpu_link = some_link(dice);
    if (dice.one_in(3)) kind.servers.c2c = some_link(dice);
    kind.scale_up = some_scale_up(dice, kind.servers);
    kind.nics = some_nics(dice, kind.servers);
    const bool can_be_cut =
        kind.scale_up.kind == ScaleUpKind::switched || kind.scale_up.kind == ScaleUpKind::mesh;
    if (can_be_cut && kind.gpus() > 2 && dice.one_in(3)) {
        const std::uint32_t first = dice.between(1, kind.gpus() - 1);
        kind.partitions = {first, kind.gpus() - first};
    }
    return kind;
}

Network some_network(Dice& dice, std::uint32_t gpus_per_server) {
    Network network;
    network.rails = dice.one_of({1U, 1U, 2U, 3U, 4U});
    network.cross_rail = dice.one_of({CrossRail::pxn, CrossRail::spine});
    const std::uint32_t tiers = dice.between(0, 3);
    if (tiers == 1) network.rails = 1;  // with more, files are refused where nothing joins the rails
    const SpanUnit unit = dice.one_of({SpanUnit::domains, SpanUnit::servers, SpanUnit::gpus});
    std::uint32_t span = unit == SpanUnit::gpus ? gpus_per_server : 1;
    Seconds latency;
    std::uint32_t planes = dice.one_of({1U, 1U, 2U, 4U});
    for (std::uint32_t t = 0; t < tiers; ++t) {
        Tier tier;
        tier.name = "tier" + std::to_string(t);
        tier.unit = unit;
        span *= dice.between(t == 0 ? 1 : 2, 3);
        tier.span = t + 1 < tiers ? span : 0;
        latency += microseconds(dice.between(0, 9) * 0.1);
        tier.latency = latency;
        if (planes > 1 && dice.one_in(3)) planes /= 2;
        tier.planes = planes;
        if (t > 0 && dice.one_in(2)) tier.switches = planes * dice.between(1, 3);
        if (dice.one_in(3)) tier.oversubscription = dice.one_of({0.5, 2.0, 3.0});
        network.tiers.push_back(tier);
    }
    return network;
}

}  // namespace

Topology odd_topology(std::uint64_t seed) {
    Dice dice(seed);
    TopologyParts parts;
    parts.name = "odd" + std::to_string(seed);
    const std::uint32_t gpus_per_server = dice.between(1, 6);
    const std::uint32_t kinds = dice.between(1, 3);
    for (std::uint32_t k = 0; k < kinds; ++k) parts.kinds.push_back(some_kind(dice, gpus_per_server));
    for (std::uint32_t r = 0; r < kinds + 1; ++r) {
        parts.runs.push_back({r < kinds ? r : dice.between(0, kinds - 1), dice.between(1, 2)});
    }
    parts.network = some_network(dice, gpus_per_server);
    Topology all(parts);
    for (std::uint32_t i = dice.between(0, 3); i > 0; --i) {
        parts.unavailable.emplace_back(dice.between(0, all.gpu_count() - 1));
    }
    return Topology(std::move(parts));
}

}  // namespace railyard::test
