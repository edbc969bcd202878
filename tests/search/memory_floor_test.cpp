#include "railyard/search/memory_floor.hpp"

#include <doctest/doctest.h>

#include "railyard/memory/estimate.hpp"
#include "railyard/search/variant_floors.hpp"
#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

TEST_CASE("nothing needs less memory than its floor, and the floor is near") {
    const TimeModel times = test::reference_times();
    for (const auto& small : test::small_plans()) {
        VariantFloors floors(small.space, times,
                             machines_without_traffic(small.topology, times, small.space.base));
        double nearest = 0;
        std::size_t number = 0;
        for (const Cut& cut : cuts_of(small.space)) {
            floors.for_each_variant(cut, [&](const Layout& layout, const Variant&, double, Bytes floor) {
                if (number++ % 5 != 0) return;
                const Bytes needed = memory::estimate_memory(layout).worst().total();
                CHECK_MESSAGE(floor <= needed * (1 + 1e-12), small.name);
                nearest = std::max(nearest, floor / needed);
            });
        }
        CHECK_MESSAGE(nearest > 0.9, small.name);
    }
}

}  // namespace
}  // namespace railyard::search
