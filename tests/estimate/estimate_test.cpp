#include "railyard/estimate/estimate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <variant>

#include "railyard/estimate/load_calibration.hpp"
#include "railyard/job/flops.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Estimate estimate_of(const Layout& layout, std::string_view topology, double eta) {
    const Topology on = load_topology(test::shipped_library(), topology).topology;
    const auto result = evaluate(on, layout);
    REQUIRE(std::holds_alternative<Evaluation>(result));
    return estimate_reference(on, layout, std::get<Evaluation>(result), eta);
}

TEST_CASE("place megatron-18.4b --on hgx-a100 --model reference: 10.144 s (design.md section 7)") {
    const double eta = calibrate_reference(test::shipped_library()).eta;
    const Estimate estimate = estimate_of(test::shipped_layout("megatron-18.4b"), "hgx-a100", eta);
    CHECK(estimate.step.total().raw() == Approx(10.144).epsilon(0.0005 / 10.144));
    CHECK(estimate.model == CostModel::reference);
    CHECK(estimate.efficiency == eta);
    // tp by hand: 6 all-reduces x 40 layers x 4 micro-batches of S = 2 x 8 x 2048 x 6144 bytes over 8 at
    // 300 GB/s: 2 x 7/8 x S / 300e9 + 14 x 5 us each.
    const double one = 1.75 * 2 * 8 * 2048 * 6144 / 300e9 + 70e-6;
    CHECK(estimate.step.tp.raw() == Approx(6 * 40 * 4 * one));
    // dp: 12 l h^2 + V h parameters over tp 8, reduced over 32 through 25 GB/s.
    const double parameters = 12.0 * 40 * 6144 * 6144 + 51200.0 * 6144;
    CHECK(estimate.step.dp.raw() == Approx(2 * 31.0 / 32 * 2 * parameters / 8 / 25e9));
}

TEST_CASE("links of every dimension stand beside its hops, in the same order") {
    const Topology on = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const Layout layout = test::shipped_layout("deepseek-v3");
    const auto result = evaluate(on, layout);
    const auto& evaluation = std::get<Evaluation>(result);
    const Estimate estimate = look_at_links(on, layout, evaluation);
    REQUIRE(estimate.links.size() == evaluation.dimensions.size());
    for (std::size_t i = 0; i < estimate.links.size(); ++i) {
        const DimensionHops& hops = evaluation.dimensions[i].hops;
        CHECK(estimate.links[i].dimension == hops.dimension);
        std::uint64_t groups = 0;
        for (const GroupClass& c : estimate.links[i].classes) groups += c.groups;
        CHECK(groups == hops.groups);
        CHECK(estimate.links[i].all_on_nvlink() == (hops.groups_on_nvlink == hops.groups));
    }
}

TEST_CASE("MFU is never above 100 %: at most eta, on every shipped layout and machine (user_asks E20)") {
    for (const std::string_view layout_name :
         {"gpt3-175b-64", "gpt3-175b-1024", "megatron-1.7b", "deepseek-v3", "llama3-405b-128k"}) {
        for (const std::string_view machine : {"hgx-a100", "hgx-h800", "gb200-nvl72", "pcie-only"}) {
            CAPTURE(std::string(layout_name) + " on " + std::string(machine));
            const Layout layout = test::shipped_layout(layout_name);
            const Estimate estimate = estimate_of(layout, machine, 1);
            for (const auto recompute : {RecomputeCount::model, RecomputeCount::hardware}) {
                const Flops work = step_flops(layout, AttentionCount::full, recompute);
                const double utilisation =
                    model_flops_per_gpu(layout, work, estimate.step.total()) / estimate.rates.peak;
                CHECK(utilisation > 0);
                CHECK(utilisation <= 1);
            }
        }
    }
}

TEST_CASE("the seconds of a dimension: its part of the step") {
    const StepTimes step{seconds(1), seconds(2), seconds(3), seconds(4), seconds(5), seconds(6), seconds(7)};
    CHECK(seconds_of(step, Dimension::tp) == seconds(2));
    CHECK(seconds_of(step, Dimension::cp) == seconds(3));
    CHECK(seconds_of(step, Dimension::ep) == seconds(4));
    CHECK(seconds_of(step, Dimension::etp) == seconds(4));
    CHECK(seconds_of(step, Dimension::pp) == seconds(5));
    CHECK(seconds_of(step, Dimension::dp) == seconds(6));
    CHECK(seconds_of(step, Dimension::edp) == seconds(6));
}

}  // namespace
}  // namespace railyard
