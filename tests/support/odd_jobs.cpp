#include "tests/support/odd_jobs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/support/dice.hpp"
#include "tests/support/odd_topologies.hpp"

namespace railyard::test {
namespace {

std::uint32_t some_divisor(Dice& dice, std::uint32_t of) {
    std::vector<std::uint32_t> divisors;
    for (std::uint32_t d = 1; d <= of; ++d) {
        if (of % d == 0) divisors.push_back(d);
    }
    return divisors[dice.between(0, static_cast<std::uint32_t>(divisors.size()) - 1)];
}

constexpr std::uint32_t most_odd_ranks = 160;  // all pairs of a group are walked

Degrees some_degrees(Dice& dice) {
    Degrees degrees;
    do {
        degrees.tp = dice.one_of({1U, 2U, 3U, 4U, 6U, 8U});
        degrees.cp = dice.one_of({1U, 1U, 2U, 3U});
        degrees.pp = dice.one_of({1U, 2U, 3U, 4U});
        degrees.dp = dice.one_of({1U, 2U, 3U, 4U, 6U, 8U});
    } while (degrees.ranks() > most_odd_ranks);
    if (dice.one_in(4)) return degrees;
    degrees.etp = dice.one_in(3) ? some_divisor(dice, degrees.ranks_per_stage()) : 1;
    degrees.ep = some_divisor(dice, degrees.ranks_per_stage() / degrees.etp);
    return degrees;
}

std::vector<OrderItem> some_order(Dice& dice, const Degrees& degrees) {
    std::vector<OrderItem> order;
    for (const Dimension d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
        std::uint32_t left = degrees.of(d);
        if (left == 1 && dice.one_in(2)) continue;
        while (left > 1 && dice.one_in(3)) {
            const std::uint32_t tile = some_divisor(dice, left);
            if (tile == 1) break;
            order.push_back({d, tile});
            left /= tile;
        }
        if (left > 1 || dice.one_in(2) || order.empty() || order.back().dimension != d)
            order.push_back({d, std::nullopt});
    }
    dice.shuffle(order);
    return order;
}

PlacementRules some_rules(Dice& dice, const std::vector<OrderItem>& order) {
    PlacementRules rules;
    rules.policy = dice.one_in(4) ? Policy::packed : Policy::aligned;
    if (dice.one_in(4)) rules.per_domain = dice.between(1, 12);
    if (dice.one_in(3)) return rules;
    rules.keep.clear();
    for (std::uint32_t items = dice.between(0, 3); items > 0; --items) {
        if (!order.empty() && dice.one_in(3)) {
            rules.keep.push_back(order[dice.between(0, static_cast<std::uint32_t>(order.size()) - 1)]);
        } else {
            rules.keep.push_back({dice.one_of({Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp,
                                               Dimension::ep, Dimension::etp, Dimension::edp}),
                                  std::nullopt});
        }
    }
    return rules;
}

}  // namespace

std::vector<OrderItem> odd_order(std::uint64_t seed, const Degrees& degrees) {
    Dice dice(seed);
    return some_order(dice, degrees);
}

OddCase odd_case(std::uint64_t seed) {
    Dice dice(seed);
    PlainJob job;
    job.degrees = some_degrees(dice);
    job.order = some_order(dice, job.degrees);
    job.rules = some_rules(dice, job.order);

    const Topology base = odd_topology(seed);
    TopologyParts parts;
    parts.name = base.name();
    parts.kinds = base.kinds();
    parts.runs = base.runs();
    parts.network = base.network();
    parts.last_run_as_needed = dice.one_in(2);
    // A job takes one domain for each rank at most, or passes over those that are touched.
    const std::uint32_t plenty = job.degrees.ranks() + 20;
    parts.runs.back().count = parts.last_run_as_needed || dice.one_in(2) ? plenty : dice.between(1, plenty);
    for (std::uint32_t missing = dice.one_in(2) ? 0 : dice.between(1, 12); missing > 0; --missing) {
        parts.unavailable.emplace_back(dice.between(0, 60));
    }
    auto& lost = parts.unavailable;
    const std::uint32_t gpus = Topology(parts).with_last_run(plenty).gpu_count();
    lost.erase(std::remove_if(lost.begin(), lost.end(), [&](GpuId id) { return id.value() >= gpus; }),
               lost.end());
    const Topology topology(parts);
    return {topology, parts.last_run_as_needed ? topology.with_last_run(plenty) : topology, std::move(job)};
}

}  // namespace railyard::test
