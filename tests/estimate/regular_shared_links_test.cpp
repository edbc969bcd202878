#include "railyard/estimate/regular_shared_links.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/estimate/shared_links.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/regular_jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

// Domains of `domain`; under a leaf two domains, under a spine four leaves.
Topology narrow(const std::string& domain) {
    return test::load_text("topology: narrow\ndomains: [{use: " + domain + "}]\n" + R"(
network:
  tiers:
    - {name: leaf, spans: 2 domains, latency: 0.6 us, oversubscription: 2}
    - {name: spine, spans: 8 domains, latency: 1.2 us, oversubscription: 1.5}
    - {name: core, latency: 1.8 us, oversubscription: 3}
)")
        .topology;
}

struct Compared {
    std::uint32_t by_symmetry = 0;
    std::uint32_t not_regular = 0;
};

// Pods of six domains, two racks of three each: no power of two of ranks fills them.
Topology odd_pods() {
    return test::load_text(R"(topology: odd-pods
domains: [{use: hgx-h100}]
network:
  tiers:
    - {name: rack, spans: 3 domains, latency: 0.6 us}
    - {name: pod, spans: 6 domains, latency: 1.2 us, oversubscription: 1.5}
    - {name: core, latency: 1.8 us, oversubscription: 7}
)")
        .topology;
}

PlacementRules spares(std::uint32_t per_domain) {
    PlacementRules rules;
    rules.per_domain = per_domain;
    return rules;
}

// Every dimension of one job, by symmetry against rank by rank.
void compare(const Topology& topology, const std::string& order, const Degrees& degrees,
             const PlacementRules& rules, KnownShares& known, Compared& compared) {
    if (order.find("pp:2") != std::string::npos && degrees.pp % 2 != 0) return;
    const RankGrid grid(test::order_of(order), degrees);
    const auto placed = place(topology, grid, rules);
    REQUIRE(std::holds_alternative<Placement>(placed));
    const auto& placement = std::get<Placement>(placed);
    const auto regular = Regularity(topology).place(grid, rules);
    for (const Dimension dimension :
         {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp, Dimension::ep}) {
        if (degrees.of(dimension) < 2) continue;
        const GroupClass slowest = group_links(topology, grid, placement, {dimension}).front().slowest();
        if (!slowest.farthest.is_network()) continue;
        const auto rate =
            regular ? shared_rate(topology, grid, *regular, dimension, slowest.farthest) : std::nullopt;
        if (regular) CHECK(rate.has_value() == is_shared_by_symmetry(grid, *regular, dimension));
        if (!rate) {
            ++compared.not_regular;
            continue;
        }
        ++compared.by_symmetry;
        CAPTURE(order);
        CAPTURE(static_cast<int>(dimension));
        CAPTURE(degrees.dp);
        CAPTURE(degrees.pp);
        CAPTURE(rules.per_domain);
        const double by_ranks = shared_rate(topology, grid, placement, dimension, slowest.farthest).raw();
        CHECK(rate->raw() == by_ranks);
        // Whatever was asked for before.
        const auto again = known.rate(grid, *regular, dimension, slowest.farthest);
        REQUIRE(again);
        CHECK(again->raw() == by_ranks);
    }
}

TEST_CASE("sharing by symmetry is sharing by ranks") {
    const std::vector<std::string> orders = {"tp,cp,dp,pp", "tp,cp,pp,dp",      "pp,tp,cp,dp",
                                             "dp,tp,cp,pp", "tp,dp:2,pp,cp,dp", "tp,pp:2,dp,cp,pp"};
    const std::vector<Degrees> all = {{8, 1, 4, 8, 1, 1},    {4, 2, 4, 16, 1, 1}, {2, 1, 8, 32, 8, 1},
                                      {1, 1, 1, 256, 64, 1}, {8, 2, 16, 4, 4, 1}, {3, 1, 4, 12, 1, 1},
                                      {8, 1, 4, 18, 1, 1}};
    for (const std::string domain : {"hgx-h100", "gb200-nvl72"}) {
        Compared compared;
        const Topology topology = narrow(domain);
        KnownShares known(topology);
        for (const std::string& order : orders)
            for (const Degrees& degrees : all)
                for (const std::uint32_t per_domain : domain == "hgx-h100"
                                                          ? std::vector<std::uint32_t>{0, 4}
                                                          : std::vector<std::uint32_t>{0, 64, 16})
                    compare(topology, order, degrees, spares(per_domain), known, compared);
        CAPTURE(domain);
        CHECK(compared.by_symmetry > 100);
    }
}

TEST_CASE("blocks with gaps between them share as by ranks") {
    // Blocks of a stage, of dp, of two stages or of ep that fill no whole number of domains.
    const std::vector<std::string> orders = {"tp,cp,dp,pp", "tp,cp,pp,dp", "pp,tp,cp,dp", "dp,tp,cp,pp",
                                             "tp,dp:2,pp,cp,dp"};
    const std::vector<Degrees> all = {{3, 1, 4, 12, 1, 1},
                                      {3, 2, 6, 8, 1, 1},
                                      {6, 1, 8, 18, 1, 1},
                                      {1, 1, 4, 96, 12, 1},
                                      {2, 1, 12, 24, 4, 1}};
    for (const std::string domain : {"hgx-h100", "gb200-nvl72", "gb200-nvl72-2x36"}) {
        const Topology topology = narrow(domain);
        KnownShares known(topology);
        Compared compared;
        for (const std::string& order : orders) {
            for (const Degrees& degrees : all) {
                for (const std::uint32_t per_domain : {0U, 5U, 8U}) {
                    for (const Dimension kept :
                         {Dimension::tp, Dimension::pp, Dimension::dp, Dimension::ep}) {
                        PlacementRules rules = spares(per_domain);
                        rules.keep = {{kept, std::nullopt}};
                        const auto regular =
                            Regularity(topology).place(RankGrid(test::order_of(order), degrees), rules);
                        if (!regular || regular->spacing.block() == 0) continue;
                        CAPTURE(static_cast<int>(kept));
                        compare(topology, order, degrees, rules, known, compared);
                    }
                }
            }
        }
        CAPTURE(domain);
        CHECK(compared.by_symmetry > 100);
    }
}

TEST_CASE("spans that a job does not fill are shared as by ranks") {
    const std::vector<std::string> orders = {"tp,cp,dp,pp", "tp,cp,pp,dp", "pp,tp,cp,dp", "dp,tp,cp,pp",
                                             "tp,dp:2,pp,cp,dp"};
    const std::vector<Degrees> all = {{8, 1, 4, 8, 1, 1},
                                      {4, 2, 4, 16, 1, 1},
                                      {2, 1, 8, 32, 8, 1},
                                      {1, 1, 1, 256, 64, 1},
                                      {3, 1, 4, 12, 1, 1}};
    const Topology topology = odd_pods();
    KnownShares known(topology);
    Compared compared;
    for (const std::string& order : orders)
        for (const Degrees& degrees : all)
            for (const std::uint32_t per_domain : {0U, 4U})
                compare(topology, order, degrees, spares(per_domain), known, compared);
    CHECK(compared.by_symmetry > 50);
}

TEST_CASE("jobs of all sorts share as by ranks, whichever of the tiers are narrow") {
    std::size_t looked_at = 0, held_up = 0, with_gaps = 0, pairs = 0, above_domains = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        const auto odd = test::regular_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        const auto regular = Regularity(odd.topology).place(grid, odd.job.rules);
        if (!regular) continue;
        const auto placed = std::get<Placement>(place(odd.topology, grid, odd.job.rules));
        for (const Dimension dimension : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp,
                                          Dimension::ep, Dimension::etp, Dimension::edp}) {
            if (odd.job.degrees.of(dimension) < 2) continue;
            const Reach farthest =
                group_links(odd.topology, grid, placed, {dimension}).front().slowest().farthest;
            if (!farthest.is_network()) continue;
            CAPTURE(seed);
            CAPTURE(static_cast<int>(dimension));
            // Up to every tier by itself, so that none hides what another one says.
            for (std::size_t tier = 0; tier <= farthest.tier(); ++tier) {
                const auto rate = shared_rate(odd.topology, grid, *regular, dimension, Reach::tier(tier));
                if (!rate) continue;
                const double by_ranks =
                    shared_rate(odd.topology, grid, placed, dimension, Reach::tier(tier)).raw();
                CHECK(rate->raw() == by_ranks);
                ++looked_at;
                if (by_ranks < odd.topology.kinds()[regular->kind].nic_share().raw()) ++held_up;
                if (regular->spacing.block() != 0) ++with_gaps;
                if (dimension == Dimension::ep) ++pairs;
                if (tier > 0) ++above_domains;
            }
        }
    }
    CHECK(looked_at >= 2000);
    for (const std::size_t times : {held_up, with_gaps, pairs, above_domains}) CHECK(times >= 200);
}

TEST_CASE("the largest jobs cost what small ones do, with gaps or without") {
    // A million ranks: by ranks this takes a second.
    const Topology topology = narrow("hgx-h100");
    const auto rate = [&](std::uint32_t dp) {
        const Degrees degrees{8, 1, 16, dp, 1, 1};
        const RankGrid grid(test::order_of("tp,pp,dp"), degrees);
        const auto regular = Regularity(topology).place(grid, {});
        REQUIRE(regular);
        return shared_rate(topology, grid, *regular, Dimension::dp, Reach::tier(2));
    };
    const auto with_gaps = [&](std::uint32_t dp) {
        // Blocks of 20 in domains of 8: three domains each.
        const Degrees degrees{4, 1, 5, dp, 1, 1};
        const RankGrid grid(test::order_of("tp,pp,dp"), degrees);
        PlacementRules rules;
        rules.keep = {{Dimension::pp, std::nullopt}};
        const auto regular = Regularity(topology).place(grid, rules);
        REQUIRE(regular);
        CHECK(regular->spacing.pitch() == 24);
        return shared_rate(topology, grid, *regular, Dimension::dp, Reach::tier(2));
    };
    REQUIRE(with_gaps(64));
    CHECK(with_gaps(64)->raw() == Approx(with_gaps(65536)->raw()));
    REQUIRE(rate(64));
    CHECK(rate(64)->raw() == Approx(rate(8192)->raw()));
}

}  // namespace
}  // namespace railyard
