#include "railyard/search/pins.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/evaluate.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

Topology superpod() {
    return load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
}

bool kept(const char* text, const Topology& topology, const Layout& layout) {
    const auto pin = parse_pin(text, PinStrength::required, topology);
    REQUIRE(std::holds_alternative<Pin>(pin));
    const RankGrid grid(layout.order, layout.degrees);
    auto placed = place(topology, grid, layout.placement);
    const auto result = evaluate(topology, layout, std::get<Placement>(std::move(placed)));
    const auto& evaluation = std::get<Evaluation>(result);
    std::vector<DimensionHops> hops;
    for (const auto& report : evaluation.dimensions) hops.push_back(report.hops);
    return check_pins({std::get<Pin>(pin)}, topology, evaluation.placement, hops).required_broken == 0;
}

TEST_CASE("pins of dimensions look at their hops, pins of ranks at where they sit") {
    // 8,192 ranks in boxes of 8; a leaf spans 32 boxes, 256 ranks, a spine 128 boxes.
    const Topology topology = superpod();
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    CHECK(kept("tp=nvlink", topology, layout));
    CHECK_FALSE(kept("pp=nvlink", topology, layout));
    CHECK(kept("pp=network", topology, layout));
    CHECK(kept("pp=leaf", topology, layout));  // 16 stages of 8: two pipelines to a leaf
    CHECK_FALSE(kept("dp=leaf", topology, layout));
    CHECK_FALSE(kept("tp=network", topology, layout));
    CHECK(kept("cp=nvlink", topology, layout));  // degree 1: no hops
    CHECK(kept("8=nvlink", topology, layout));
    CHECK_FALSE(kept("16=nvlink", topology, layout));
    CHECK(kept("32 servers=leaf", topology, layout));
    CHECK_FALSE(kept("33 servers=leaf", topology, layout));
    CHECK(kept("job=core", topology, layout));
    CHECK_FALSE(kept("job=spine", topology, layout));
}

TEST_CASE("what cannot be pinned is named, with what can") {
    const Topology topology = superpod();
    const auto problem = [&](const char* text) {
        const auto result = parse_pin(text, PinStrength::required, topology);
        const auto* found = std::get_if<PinProblem>(&result);
        return found == nullptr ? std::string() : found->message + " | " + found->hint;
    };
    CHECK(problem("ep") == "'ep' is not WHAT=REACH | such as ep=nvlink or job=core");
    CHECK(problem("zp=nvlink").find("'zp' cannot be pinned | pin a dimension") == 0);
    CHECK(problem("0=nvlink").find("'0' cannot be pinned") == 0);
    CHECK(problem("8 pigs=nvlink").find("'8 pigs' cannot be pinned") == 0);
    CHECK(problem("pp=spin").find("unknown reach 'spin' of 'pp=spin' | ") == 0);
    CHECK(problem("pp=spin").find("spine") != std::string::npos);
    CHECK(problem("job=network").find("says nothing") != std::string::npos);
    CHECK(problem("99999999999=nvlink").find("cannot be pinned") != std::string::npos);
}

}  // namespace
}  // namespace railyard::search
