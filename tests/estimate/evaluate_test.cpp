#include "railyard/estimate/evaluate.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

Topology on(std::string_view name) {
    return load_topology(test::shipped_library(), name).topology;
}

TEST_CASE("placed and counted") {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const auto result = evaluate(on("gb200-nvl72"), layout);
    const auto& evaluation = std::get<Evaluation>(result);
    CHECK(evaluation.placement.gpu_of.size() == 8192);
    REQUIRE(evaluation.dimensions.size() == 3);
    CHECK(evaluation.dimensions[0].hops.dimension == Dimension::tp);
    CHECK(evaluation.dimensions[1].hops.hops.network() == 848);
}

TEST_CASE("a placement that is given is counted as it stands") {
    const Topology topology = on("hgx-h100");
    const Layout layout = test::shipped_layout("gpt3-175b-64", {{"parallel.pp", "1"}, {"parallel.dp", "2"}});
    const RankGrid grid(layout.order, layout.degrees);
    // Ranks swapped in pairs over two boxes: rank 0 on GPU 8, rank 1 on 0, rank 2 on 9, and so on.
    IdVector<RankId, GpuId> gpu_of(16);
    for (std::uint32_t r = 0; r < 16; ++r) gpu_of[RankId(r)] = GpuId(r / 2 + (r % 2 == 0 ? 8 : 0));
    const auto result = evaluate(topology, layout, placement_of(topology, std::move(gpu_of)));
    const auto& tp = std::get<Evaluation>(result).dimensions.at(0).hops;
    CHECK(tp.dimension == Dimension::tp);
    CHECK(tp.hops.network() == 16);
    CHECK(tp.hops.nvlink == 0);
}

TEST_CASE("hops that nothing carries: the job does not fit, and why") {
    const auto result = evaluate(on("single-nvl72"), test::shipped_layout("gpt3-175b-1024"));
    CHECK(std::holds_alternative<DoesNotFit>(result));
    const Topology islands =
        test::load_text("topology: islands\ndomains: [{use: hgx-h100, count: 8}]\n").topology;
    const auto cut = evaluate(islands, test::shipped_layout("gpt3-175b-64"));
    REQUIRE(std::holds_alternative<DoesNotFit>(cut));
    const DoesNotFit& no = std::get<DoesNotFit>(cut);
    CHECK(no.ranks == 64);
    CHECK(no.why.find("would have to leave their domain, and the topology has no network") !=
          std::string::npos);
}

}  // namespace
}  // namespace railyard
