#include "railyard/search/placed_machine.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/search/kept_placement.hpp"
#include "railyard/search/plan_space.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

TEST_CASE("a step on a placed machine is the step that place prints") {
    const TimeModel times = test::calibrated_times();
    for (const char* name : {"gb200-nvl72", "hgx-h100", "llama3-24k", "dgx-h100-superpod"}) {
        const Topology topology = load_topology(test::shipped_library(), name).topology;
        Layout layout =
            test::shipped_layout("llama3-405b-8k", {{"parallel.dp", "2"}, {"batch.sequences", "64"}});
        Placer placer(topology, times);
        for (const auto& arrangement : arrangements_of(layout.degrees, domain_sizes(topology))) {
            const auto found = placer.look_at(layout, arrangement);
            const auto result = evaluate(topology, layout);
            REQUIRE(std::holds_alternative<PlacedMachine>(found));
            const auto& evaluation = std::get<Evaluation>(result);
            const auto exact = estimate_calibrated(topology, layout, evaluation, *times.calibration);
            const auto& machine = std::get<PlacedMachine>(found);
            CHECK(step_on(times, layout, machine).total().raw() ==
                  doctest::Approx(std::get<CalibratedEstimate>(exact).estimate.step.total().raw()));
            CHECK(machine.domains_used == evaluation.placement.domains_used);
        }
    }
}

TEST_CASE("what begins on another span is seen by symmetry as its ranks see it") {
    const TimeModel times = test::calibrated_times();
    // Leaves of 32 boxes, spines of 128. From box 32 on everything is there; 96 is the last leaf of a spine.
    const Topology topology =
        test::load_text("topology: t\nuse: dgx-h100-superpod\nunavailable: [box0, box40]\n").topology;
    Layout layout = test::shipped_layout("llama3-405b-8k", {{"parallel.dp", "2"}, {"batch.sequences", "64"}});
    Placer placer(topology, times);
    for (const std::uint32_t first : {0U, 32U, 64U, 96U, 100U}) {
        const auto arrangements = arrangements_of(layout.degrees, domain_sizes(topology));
        for (std::size_t a = 0; a < arrangements.size(); a += 7) {
            const auto found = placer.look_at(layout, arrangements[a], first);
            REQUIRE(std::holds_alternative<PlacedMachine>(found));
            const auto& machine = std::get<PlacedMachine>(found);
            auto placed =
                place_keeping(topology, layout, DomainChoice::as_listed, KeptRuns(topology, {}), first);
            const auto result = evaluate(topology, layout, std::get<Placement>(std::move(placed)));
            const auto& evaluation = std::get<Evaluation>(result);
            const auto exact = estimate_calibrated(topology, layout, evaluation, *times.calibration);
            CHECK(step_on(times, layout, machine).total().raw() ==
                  doctest::Approx(std::get<CalibratedEstimate>(exact).estimate.step.total().raw()));
            CHECK(machine.domains_used == evaluation.placement.domains_used);
            CHECK(machine.gpus_idle == evaluation.placement.gpus_idle);
            CHECK(machine.begins_on == DomainId(first == 0 ? 1 : first));
            CHECK(machine.origin == (first == 0 ? PlacementOrigin::rules : PlacementOrigin::given));
            REQUIRE(machine.hops.size() == evaluation.dimensions.size());
            for (std::size_t d = 0; d < machine.hops.size(); ++d)
                CHECK(machine.hops[d].hops == evaluation.dimensions[d].hops.hops);
        }
    }
}

TEST_CASE("a machine without traffic is there for every kind of domain whose GPU is known") {
    const Topology mixed = load_topology(test::shipped_library(), "mixed-nvl72-h100").topology;
    const Layout layout = test::shipped_layout("megatron-1.7b");
    CHECK(machines_without_traffic(mixed, test::calibrated_times(), layout).size() == 2);
    const Topology unknown = load_topology(test::shipped_library(), "mi300x-8").topology;
    CHECK(machines_without_traffic(unknown, test::calibrated_times(), layout).empty());
    CHECK(machines_without_traffic(unknown, test::reference_times(), layout).size() == 1);
}

}  // namespace
}  // namespace railyard::search
