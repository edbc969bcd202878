#include "railyard/search/comparison.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

struct Side {
    Side(const char* topology_name, Layout made)
        : topology(load_topology(test::shipped_library(), topology_name).topology),
          layout(std::move(made)),
          assessment(
              std::get<Assessment>(Evaluator(topology, 0.47).evaluate(layout, StageDetail::by_stage))) {}
    [[nodiscard]] PointFacts facts() const { return {topology, layout, terms, &assessment, &bill}; }

    Topology topology;
    Layout layout;
    Assessment assessment;
    FigureTerms terms;
    Bill bill;
};

// Right values of hops: the design's table, Llama 3 405B on 8-GPU domains and on NVL72.
TEST_CASE("hops that move from NVLink to the network, with their bytes") {
    const Side racks("gb200-nvl72", test::shipped_layout("llama3-405b-8k"));
    const Side servers("hgx-h100", test::shipped_layout("llama3-405b-8k"));
    const Comparison comparison = compare_designs(racks.facts(), servers.facts());
    REQUIRE(comparison.dimensions.size() == 3);
    const DimensionChange& pp = comparison.dimensions[1];
    CHECK(pp.dimension == Dimension::pp);
    REQUIRE(pp.a);
    REQUIRE(pp.b);
    CHECK(pp.a->hops == 7680);
    CHECK(pp.a->on_nvlink == 6832);
    CHECK(pp.b->on_nvlink == 0);
    CHECK(pp.b->nvlink.raw() == 0);
    CHECK(pp.a->nvlink.raw() + pp.a->network.raw() == doctest::Approx(pp.b->network.raw()).epsilon(1e-12));
    const DimensionChange& tp = comparison.dimensions[0];
    CHECK(tp.a->on_nvlink == 8192);
    CHECK(tp.b->on_nvlink == 8192);
    CHECK(tp.a->inside > tp.b->inside);
    for (const FigureChange& change : comparison.figures) CHECK((change.a || change.b));
    // The parts add up to the step, each dimension counted once.
    REQUIRE(comparison.step.size() == step_part_names.size());
    double change = 0;
    for (const PartChange& part : comparison.step) change += (part.b - part.a).raw();
    const Seconds racks_step = racks.assessment.estimate.step.total();
    const Seconds servers_step = servers.assessment.estimate.step.total();
    CHECK(change == doctest::Approx((servers_step - racks_step).raw()));
    CHECK(comparison.work_a.gpu == "gb200");
    CHECK(comparison.work_b.peak < comparison.work_a.peak);
    CHECK(comparison.work_a.of_gpu.raw() == comparison.work_b.of_gpu.raw());
}

TEST_CASE("a dimension that only one of them has") {
    const Side dense("hgx-h100", test::shipped_layout("gpt3-175b-64"));
    const Side experts("hgx-h100", test::shipped_layout("deepseek-v3"));
    bool seen = false;
    for (const DimensionChange& change : compare_designs(dense.facts(), experts.facts()).dimensions) {
        if (change.dimension != Dimension::ep) continue;
        seen = true;
        CHECK_FALSE(change.a);
        REQUIRE(change.b);
        CHECK(change.b->degree == 64);
    }
    CHECK(seen);
}

}  // namespace
}  // namespace railyard
