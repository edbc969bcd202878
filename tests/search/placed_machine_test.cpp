#include "railyard/search/placed_machine.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/calibrated_estimate.hpp"
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
