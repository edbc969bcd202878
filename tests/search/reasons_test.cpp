#include "railyard/search/reasons.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

TEST_CASE("the parts of a step add up to it, and the reference model has none") {
    const Topology topology = load_topology(test::shipped_library(), "hgx-h100").topology;
    Layout layout = test::shipped_layout("llama3-405b-8k");
    const TimeModel times = test::calibrated_times();
    const StepReasons reasons = reasons_of(topology, times, layout);
    Placer placer(topology, times);
    const auto machine = placer.look_at(layout, {layout.order, layout.placement, 8});
    double sum = 0;
    for (const CostReason& reason : reasons.parts) sum += reason.time.raw();
    CHECK(sum == doctest::Approx(step_on(times, layout, std::get<PlacedMachine>(machine)).total().raw()));
    CHECK(reasons.band.has_value());
    CHECK(reasons_of(topology, test::reference_times(), layout).parts.empty());
}

}  // namespace
}  // namespace railyard::search
