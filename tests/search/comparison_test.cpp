#include "railyard/search/comparison.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/estimate/reference_facts.hpp"
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
    [[nodiscard]] std::vector<StepPiece> pieces() const {
        return reference_facts(topology, layout, assessment.estimate);
    }

    Topology topology;
    Layout layout;
    Assessment assessment;
    FigureTerms terms;
    Bill bill;
};

Comparison compared(const Side& a, const Side& b) {
    const PointFacts facts_a = a.facts();
    const PointFacts facts_b = b.facts();
    const auto pieces_a = a.pieces();
    const auto pieces_b = b.pieces();
    return compare_designs({facts_a, pieces_a}, {facts_b, pieces_b});
}

// Right values of hops: the design's table, Llama 3 405B on 8-GPU domains and on NVL72.
TEST_CASE("hops that move from NVLink to the network, with their bytes") {
    const Side racks("gb200-nvl72", test::shipped_layout("llama3-405b-8k"));
    const Side servers("hgx-h100", test::shipped_layout("llama3-405b-8k"));
    const Comparison comparison = compared(racks, servers);
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
    // A part is as long as its pieces.
    REQUIRE(comparison.pieces.size() == step_part_names.size());
    for (const PieceChange& piece : comparison.pieces)
        CHECK(piece.a.raw() == comparison.step[static_cast<std::size_t>(part_of(piece.item))].a.raw());
}

TEST_CASE("facts that differ stand apart from those that do not") {
    const Side racks("gb200-nvl72", test::shipped_layout("llama3-405b-8k"));
    const Side servers("hgx-h100", test::shipped_layout("llama3-405b-8k"));
    const Comparison comparison = compared(racks, servers);
    const PieceChange& compute = comparison.pieces.front();
    REQUIRE(compute.item == CostItem::products);
    REQUIRE(compute.facts.size() == 2);
    CHECK(compute.facts[0].name == "GPU");
    CHECK(compute.facts[0].a->words == "gb200");
    CHECK(compute.facts[0].b->words == "h100");
    CHECK(compute.facts[1].name == "peak");
    const auto same = [&](const char* name) {
        return std::any_of(compute.same.begin(), compute.same.end(),
                           [&](const StepFact& fact) { return fact.name == name; });
    };
    CHECK(same("work of a GPU"));
    CHECK(same("precision"));
    CHECK_FALSE(same("GPU"));
}

// tp8 pp8 dp16, dp next to tp: a domain of 8 GPUs holds one member of a dp group, 72 hold 9 or less.
TEST_CASE("how the members of a group lie in domains") {
    const Side servers("hgx-h100", test::shipped_layout("gpt3-175b-1024"));
    const Side few("gb200-nvl72", test::shipped_layout("gpt3-175b-1024", {{"placement.per_domain", "32"}}));
    for (const DimensionChange& change : compared(servers, few).dimensions) {
        if (change.dimension != Dimension::dp) continue;
        CHECK(change.a->domains == 16);
        CHECK(change.a->fewest_in_domain == 1);
        CHECK(change.b->domains == 4);
        CHECK(change.b->fewest_in_domain == 4);
    }
}

TEST_CASE("a dimension that only one of them has") {
    const Side dense("hgx-h100", test::shipped_layout("gpt3-175b-64"));
    const Side experts("hgx-h100", test::shipped_layout("deepseek-v3"));
    bool seen = false;
    for (const DimensionChange& change : compared(dense, experts).dimensions) {
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
