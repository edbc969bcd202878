#include "railyard/search/step_floor.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "railyard/search/cut_machines.hpp"
#include "railyard/search/variant_floors.hpp"
#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

TEST_CASE("no step of a small space beats its floor, with traffic or without") {
    const TimeModel times = test::calibrated_times();
    const std::vector<Pin> no_pins;
    for (const auto& small : test::small_plans()) {
        CutMachines placed(small.topology, small.space, times, no_pins);
        VariantFloors floors(small.space, times,
                             machines_without_traffic(small.topology, times, small.space.base));
        double nearest = 0;
        std::size_t number = 0;
        for (const Cut& cut : cuts_of(small.space)) {
            const auto& machines = placed.of(cut.degrees).machines;
            FloorsOnMachines on_machines(times, machines);
            floors.for_each_variant(cut, [&](Layout layout, const Variant& variant, double floor, Bytes) {
                if (number++ % 7 != 0 || machines.empty()) return;  // a part of them is enough
                const std::size_t m = number % machines.size();
                layout.order = machines[m].arrangement.order;
                const double step = step_on(times, layout, machines[m]).total().raw();
                const double on_machine = on_machines.floor(layout, variant, m);
                CHECK_MESSAGE(floor <= on_machine, small.name);
                CHECK_MESSAGE(on_machine <= step, small.name);
                nearest = std::max(nearest, on_machine / step);
            });
        }
        // And it is near: a floor of zero would pass as well.
        CHECK_MESSAGE(nearest > 0.8, small.name);
    }
}

TEST_CASE("the floor of equal stages is that of 1F1B: m + p - 1 times a stage") {
    Layout layout = test::small_space("megatron-7.5b", 4, 8).base;
    layout.degrees = {1, 1, 4, 1, 1, 1};
    layout.batch = {8, 1, 2048};
    WorkFloor work;
    work.dense = {1, 2, 0};  // seconds of a layer; embedding and head take nothing
    const double layers = layout.model.layers / 4.0;
    CHECK(step_floor(layout, work, layers_of(layout)).raw() == doctest::Approx((8 + 3) * 3 * layers));
    // Weight gradients may fill the drain: only the way in is sure.
    layout.pipeline.schedule = PipelineSchedule::zero_bubble;
    CHECK(step_floor(layout, work, layers_of(layout)).raw() == doctest::Approx((8 * 3 + 3 * 1) * layers));
    layout.pipeline = {PipelineSchedule::interleaved, 3, EndLayers::not_counted, {}};
    CHECK(step_floor(layout, work, layers_of(layout)).raw() == doctest::Approx((8 + 1) * 3 * layers));
}

}  // namespace
}  // namespace railyard::search
