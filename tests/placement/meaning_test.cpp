#include "railyard/placement/meaning.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/tensor_groups.hpp"

using namespace railyard;

TEST_CASE("groups are numbered in rank order, as the order of the layout makes them") {
    // 32 ranks in 4 boxes: tp groups of 8 are the boxes; dp group i holds GPU i of each box.
    const test::TensorGroups job("hgx-h200", 32);
    const Meaning meaning(job.topology, PlacedRanks{job.grid, job.placement});
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
    const Meaning meaning(topology, PlacedRanks{grid, placement});
    CHECK(meaning.of({GpuId(4)}, Touches::inside_domain, "stops", "stop") ==
          "tp group 2, pp group 2, dp group 0 stop");
}

TEST_CASE("where no rank sits, or none of its groups uses the fault") {
    const test::TensorGroups job("hgx-h200", 4, 1);
    const Meaning meaning(job.topology, PlacedRanks{job.grid, job.placement});
    CHECK(meaning.of({GpuId(6)}, Touches::any, "x", "x") == "no rank of this job sits there");
    CHECK(meaning.of({GpuId(2)}, Touches::outside_domain, "x", "x") ==
          "rank 2 sits there, but no group there leaves the domain, so none uses these PCIe links and NICs");
    const test::TensorGroups alone("hgx-h200", 1, 1);
    CHECK(Meaning(alone.topology, PlacedRanks{alone.grid, alone.placement})
              .of({GpuId(0)}, Touches::inside_domain, "x", "x") ==
          "rank 0 sits there, but no group there has a hop inside the domain, so none uses these NVLinks");
    CHECK(meaning.of_pairs({{GpuId(2), GpuId(6)}}, "x", "x") == "no two ranks of this job sit there");
    CHECK(meaning.ranks_at({GpuId(6)}).empty());
}

TEST_CASE("many groups are cut short, and without a job nothing is said") {
    const test::TensorGroups job("hgx-h200", 8, 2);
    const Meaning meaning(job.topology, PlacedRanks{job.grid, job.placement});
    std::vector<GpuId> all;
    for (std::uint32_t gpu = 0; gpu < 8; ++gpu) all.emplace_back(gpu);
    CHECK(meaning.of(all, Touches::inside_domain, "x", "y") ==
          "tp groups 0, 1, 2 and 3, dp groups 0 and 1 y");
    const test::TensorGroups wide("hgx-h200", 64, 2);
    std::vector<GpuId> many;
    for (std::uint32_t gpu = 0; gpu < 64; ++gpu) many.emplace_back(gpu);
    CHECK(Meaning(wide.topology, PlacedRanks{wide.grid, wide.placement})
              .of(many, Touches::inside_domain, "x", "y")
              .find(" and 28 more") != std::string::npos);
    CHECK(Meaning(job.topology, std::nullopt).of(all, Touches::any, "x", "y").empty());
}

TEST_CASE("GPUs of whole racks touch the groups that each of them touches") {
    // 64 ranks in 8 boxes: those of box 2 are ranks 16-23, tp group 2, and a rank of each dp group.
    const test::TensorGroups job("hgx-h200", 64);
    const Meaning meaning(job.topology, PlacedRanks{job.grid, job.placement});
    std::vector<GpuId> box;
    for (std::uint32_t gpu = 16; gpu < 24; ++gpu) box.emplace_back(gpu);
    CHECK(meaning.of(box, Touches::any, "stops", "stop") ==
          "tp group 2, dp groups 0, 1, 2, 3 and 4 more stop");
    CHECK(meaning.of(box, Touches::inside_domain, "stops", "stop") == "tp group 2 stops");
    CHECK(meaning.of(box, Touches::outside_domain, "stops", "stop") ==
          "dp groups 0, 1, 2, 3 and 4 more stop");
}
