#include "railyard/search/chosen_domains.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/estimate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

// Boxes of 8 with 8, 4, 8, 2 and 8 GPUs there.
Topology load_uneven() {
    return test::load_text(
               "topology: test\ndomains: [{use: hgx-h100, count: 5}]\n"
               "network: {tiers: [{name: leaf, latency: 1 us}]}\n"
               "unavailable: [box1/server0/gpu0, box1/server0/gpu1, box1/server0/gpu2,\n"
               "  box1/server0/gpu3, box3/server0/gpu0, box3/server0/gpu1, box3/server0/gpu2,\n"
               "  box3/server0/gpu3, box3/server0/gpu4, box3/server0/gpu5]\n")
        .topology;
}

std::vector<std::uint32_t> domains_of(const Topology& topology, const Placement& placement) {
    std::vector<std::uint32_t> domains;
    for (const GpuId gpu : placement.gpu_of.items()) {
        const std::uint32_t domain = topology.place(gpu).domain.value();
        if (domains.empty() || domains.back() != domain) domains.push_back(domain);
    }
    return domains;
}

Layout job(std::uint32_t tp, std::uint32_t dp) {
    Layout layout = test::small_space("megatron-1.7b", 1, 1).base;
    layout.degrees = {tp, 1, 1, dp, 1, 1};
    layout.order = test::order_of("tp,dp");
    layout.batch.sequences = dp;
    return layout;
}

TEST_CASE("as listed, fewest and tightest take different domains") {
    const Topology topology = load_uneven();
    const auto taken = [&](const Layout& layout, DomainChoice choice) {
        return domains_of(topology, std::get<Placement>(place_on(topology, layout, choice)));
    };
    // 16 ranks in blocks of 2: as listed 8 + 4 + 4 of 8; fewest two whole boxes; tightest 2 + 4 + 8 and 2
    // of 8.
    CHECK(taken(job(2, 8), DomainChoice::as_listed) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(taken(job(2, 8), DomainChoice::fewest) == std::vector<std::uint32_t>{0, 2});
    CHECK(taken(job(2, 8), DomainChoice::tightest) == std::vector<std::uint32_t>{0, 1, 2, 3});
    // Blocks of 4: box3 has no room for one.
    CHECK(taken(job(4, 2), DomainChoice::tightest) == std::vector<std::uint32_t>{0, 1});
    CHECK(std::holds_alternative<DoesNotFit>(place_on(topology, job(8, 4), DomainChoice::fewest)));
}

TEST_CASE("packed ranks take the chosen domains too") {
    const Topology topology = load_uneven();
    const auto taken = [&](std::uint32_t ranks, DomainChoice choice) {
        Layout layout = job(1, ranks);
        layout.placement.policy = Policy::packed;
        return domains_of(topology, std::get<Placement>(place_on(topology, layout, choice)));
    };
    // One rank sits in the box with 2 GPUs; 10 ranks take 2 + 4 and 4 of 8, or 8 + 2 of another 8.
    CHECK(taken(1, DomainChoice::as_listed) == std::vector<std::uint32_t>{0});
    CHECK(taken(1, DomainChoice::tightest) == std::vector<std::uint32_t>{3});
    CHECK(taken(10, DomainChoice::as_listed) == std::vector<std::uint32_t>{0, 1});
    CHECK(taken(10, DomainChoice::tightest) == std::vector<std::uint32_t>{0, 1, 3});
    CHECK(taken(10, DomainChoice::fewest) == std::vector<std::uint32_t>{0, 2});
    CHECK(taken(16, DomainChoice::as_listed) == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(taken(16, DomainChoice::fewest) == std::vector<std::uint32_t>{0, 2});
    // A packed run of two may lie across boxes: 2 + 4 + 8 + 8 + 8 are all there is.
    Layout pairs = job(2, 15);
    pairs.placement.policy = Policy::packed;
    CHECK(std::holds_alternative<Placement>(place_on(topology, pairs, DomainChoice::tightest)));
}

TEST_CASE("swapped blocks stay whole and send less than before") {
    const Topology topology = load_uneven();
    Layout layout = job(2, 8);
    layout.order = test::order_of("tp,dp");
    const auto placed = std::get<Placement>(place_on(topology, layout, DomainChoice::as_listed));
    // Blocks dealt in an order that tears neighbours of the ring apart.
    IdVector<RankId, GpuId> torn(16);
    for (std::uint32_t b = 0; b < 8; ++b)
        for (std::uint32_t i = 0; i < 2; ++i)
            torn[RankId(b * 3 % 8 * 2 + i)] = placed.gpu_of[RankId(b * 2 + i)];
    Placement start = placement_of(topology, torn);
    start.block = 2;
    const Volumes volumes = reference_volumes(layout);
    const auto swapped = swapped_blocks(topology, layout, volumes, start, 1);
    REQUIRE(swapped.has_value());
    const auto network = [&](const Placement& placement) {
        const auto result = evaluate(topology, layout, placement);
        double bytes = 0;
        for (const TrafficBytes& own : bytes_of(layout, volumes, std::get<Evaluation>(result)))
            bytes += own.network().raw();
        return bytes;
    };
    CHECK(network(start) - network(swapped->placement) == doctest::Approx(swapped->saved.raw()));
    for (std::uint32_t b = 0; b < 8; ++b)
        CHECK(topology.place(swapped->placement.gpu_of[RankId(2 * b)]).domain ==
              topology.place(swapped->placement.gpu_of[RankId(2 * b + 1)]).domain);
}

}  // namespace
}  // namespace railyard::search
