#include "railyard/machine/meaning.hpp"

#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("groups are numbered in rank order, as the order of the layout makes them") {
    // 32 ranks in 4 boxes: tp groups of 8 are the boxes; dp group i holds GPU i of each box.
    const Checked job("hgx-h200", 32);
    const Meaning meaning(job.topology, PlacedJob{job.grid, job.placement});
    CHECK(meaning.of({GpuId(29)}, Touches::inside_domain, "loses NVLink", "lose NVLink") ==
          "tp group 3 loses NVLink");
    CHECK(meaning.of({GpuId(29)}, Touches::outside_domain, "is slow", "are slow") == "dp group 5 is slow");
    CHECK(meaning.of({GpuId(29)}, Touches::any, "stops", "stop") == "tp group 3, dp group 5 stop");
    CHECK(meaning.of({GpuId(1), GpuId(9)}, Touches::inside_domain, "loses NVLink", "lose NVLink") ==
          "tp groups 0 and 1 lose NVLink");
    CHECK(meaning.ranks_at({GpuId(29)}) == "rank 29");
    CHECK(meaning.ranks_at({GpuId(29), GpuId(3)}) == "ranks 3 and 29");
    CHECK(meaning.of_pairs({{GpuId(1), GpuId(2)}}, "suffers", "suffer") == "tp group 0 suffers");
    CHECK(meaning.of_pairs({{GpuId(1), GpuId(9)}}, "suffers", "suffer") == "dp group 1 suffers");
    CHECK(meaning.of_pairs({{GpuId(1), GpuId(10)}}, "suffers", "suffer") ==
          "ranks 1 and 10 sit there, in no common group");
}

// tp 2, pp 2, dp 2 in this order on one box: rank 4 is the first of the second replica, so its tp pair is the
// third by lowest ranks (0, 2, 4, 6), its pipeline the third (0, 1, 4, 5), and its dp pair the first (0 and
// 4).
TEST_CASE("groups go by their lowest ranks, also where stages stand inside replicas") {
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: hgx-h200, count: 1}]\n"
                                  "network: {tiers: [{name: n, latency: 1 us}]}\n")
                                  .topology;
    const RankGrid grid(test::order_of("tp,pp,dp"), {2, 1, 2, 2, 1, 1});
    const auto placement = std::get<Placement>(place(topology, grid, {}));
    const Meaning meaning(topology, PlacedJob{grid, placement});
    CHECK(meaning.of({GpuId(4)}, Touches::inside_domain, "stops", "stop") ==
          "tp group 2, pp group 2, dp group 0 stop");
}

TEST_CASE("where no rank sits, or none of its groups uses the fault") {
    const Checked job("hgx-h200", 4, 1);
    const Meaning meaning(job.topology, PlacedJob{job.grid, job.placement});
    CHECK(meaning.of({GpuId(6)}, Touches::any, "x", "x") == "no rank of this job sits there");
    CHECK(meaning.of({GpuId(2)}, Touches::outside_domain, "x", "x") ==
          "rank 2 sits there, but no group there leaves the domain, so none uses these PCIe links and NICs");
    const Checked alone("hgx-h200", 1, 1);
    CHECK(Meaning(alone.topology, PlacedJob{alone.grid, alone.placement})
              .of({GpuId(0)}, Touches::inside_domain, "x", "x") ==
          "rank 0 sits there, but no group there has a hop inside the domain, so none uses these NVLinks");
    CHECK(meaning.of_pairs({{GpuId(2), GpuId(6)}}, "x", "x") == "no two ranks of this job sit there");
    CHECK(meaning.ranks_at({GpuId(6)}).empty());
}

TEST_CASE("many groups are cut short, and without a job nothing is said") {
    const Checked job("hgx-h200", 8, 2);
    const Meaning meaning(job.topology, PlacedJob{job.grid, job.placement});
    std::vector<GpuId> all;
    for (std::uint32_t gpu = 0; gpu < 8; ++gpu) all.emplace_back(gpu);
    CHECK(meaning.of(all, Touches::inside_domain, "x", "y") ==
          "tp groups 0, 1, 2 and 3, dp groups 0 and 1 y");
    const Checked wide("hgx-h200", 64, 2);
    std::vector<GpuId> many;
    for (std::uint32_t gpu = 0; gpu < 64; ++gpu) many.emplace_back(gpu);
    CHECK(Meaning(wide.topology, PlacedJob{wide.grid, wide.placement})
              .of(many, Touches::inside_domain, "x", "y")
              .find(" and 28 more") != std::string::npos);
    CHECK(Meaning(job.topology, std::nullopt).of(all, Touches::any, "x", "y").empty());
}

TEST_CASE("what no hop of the job uses weighs a warning at most") {
    const Findings alone = Checked("hgx-h200", 8, 1).of_fixture("hgx-h200-gpu5-lost.xml");
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].severity == Severity::mismatch);  // dp over the eight GPUs of the box goes over NVLink
    const Findings four = Checked("hgx-h200", 4, 4).of_fixture("hgx-h200-gpu5-lost.xml");
    REQUIRE(four.size() == 1);
    CHECK(four[0].severity == Severity::warning);
    CHECK(four[0].meaning.starts_with("no rank of this job sits there"));
}
