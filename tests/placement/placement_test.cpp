#include "railyard/placement/placement.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_placement.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard {
namespace {

using test::OddCase;
using test::PlainCluster;
using test::PlainPlacement;
using test::PlainRanks;

std::vector<std::uint32_t> gpus_of(const Placement& placement) {
    std::vector<std::uint32_t> gpus;
    for (const GpuId gpu : placement.gpu_of) gpus.push_back(gpu.value());
    return gpus;
}

std::vector<std::uint32_t> passed_over_by(const Placement& placement) {
    std::vector<std::uint32_t> domains;
    for (const PassedOver& run : placement.passed_over) {
        for (std::uint32_t i = 0; i < run.count; ++i) domains.push_back(run.first.value() + i);
    }
    return domains;
}

void compare(const OddCase& odd, const PlainPlacement& plain) {
    const RankGrid grid(odd.job.order, odd.job.degrees);
    CHECK(block_size(grid, odd.job.rules.keep) == plain.block);
    const auto result = place(odd.topology, grid, odd.job.rules);
    const auto placed = static_cast<std::uint32_t>(plain.gpu_of.size());
    if (const auto* no = std::get_if<DoesNotFit>(&result)) {
        CHECK(no->ranks == odd.job.degrees.ranks());
        CHECK(no->placed == placed);
        CHECK(no->short_by == no->ranks - placed);
        CHECK(no->short_by > 0);
        if (!odd.topology.as_needed()) CHECK(no->available == plain.available);
        CHECK_FALSE(no->why.empty());
        return;
    }
    const auto& placement = std::get<Placement>(result);
    CHECK(gpus_of(placement) == plain.gpu_of);
    CHECK(placement.block == plain.block);
    CHECK(placement.domains_used == plain.domains_used);
    CHECK(placement.servers_used == plain.servers_used);
    CHECK(placement.gpus_idle == plain.idle);
    CHECK(placement.gpus_spare == plain.spare);
    CHECK(placement.gpus_unavailable == plain.unavailable);
    if (odd.job.rules.policy == Policy::aligned) CHECK(passed_over_by(placement) == plain.passed_over);
}

TEST_CASE("placement equals a plain one, block after block, on jobs and topologies of all sorts") {
    std::size_t does_not_fit = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const OddCase odd = test::odd_case(seed);
        CAPTURE(std::to_string(seed) + ": " + to_text(odd.job.order) + " keep " +
                to_text(odd.job.rules.keep));
        const PlainPlacement plain = place_plainly(PlainCluster(odd.finite), PlainRanks(odd.job));
        if (plain.gpu_of.size() < odd.job.degrees.ranks()) ++does_not_fit;
        compare(odd, plain);
    }
    CHECK(does_not_fit >= 20);
}

}  // namespace
}  // namespace railyard
