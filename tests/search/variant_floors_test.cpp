#include "railyard/search/variant_floors.hpp"

#include <doctest/doctest.h>

#include "tests/support/plan_spaces.hpp"

namespace railyard::search {
namespace {

TEST_CASE("every variant is visited once, with the same floors as by itself") {
    const auto small = test::small_plans().front();
    const TimeModel times = test::calibrated_times();
    const auto free = machines_without_traffic(small.topology, times, small.space.base);
    VariantFloors floors(small.space, times, free);
    for (const Cut& cut : cuts_of(small.space)) {
        std::vector<Variant> seen;
        floors.for_each_variant(
            cut, [&](const Layout& layout, const Variant& variant, double floor, Bytes memory) {
                CHECK(std::find(seen.begin(), seen.end(), variant) == seen.end());
                seen.push_back(variant);
                if (seen.size() % 11 != 0) return;
                const PassageLayers layers = layers_of(layout);
                CHECK(floor == step_floor(layout, work_floor(times, layout, free.front()), layers).raw());
                CHECK(memory == memory_floor(layout, kept_floor(layout), layers));
            });
        CHECK(seen.size() == passages_of(small.space, cut).size() *
                                 works_of(small.space, cut.degrees).size() *
                                 shardings_of(small.space, cut.degrees).size());
    }
}

TEST_CASE("no variant of a cut is lighter than its lightest") {
    for (const auto& small : test::small_plans()) {
        for (const TimeModel& times : {test::calibrated_times(), test::reference_times()}) {
            VariantFloors floors(small.space, times,
                                 machines_without_traffic(small.topology, times, small.space.base));
            for (const Cut& cut : cuts_of(small.space)) {
                const auto lightest = floors.lightest(cut);
                std::uint64_t variants = 0;
                bool reached = false;
                floors.for_each_variant(cut, [&](const Layout&, const Variant&, double floor, Bytes memory) {
                    ++variants;
                    reached = reached || floor == lightest.floor;
                    if (floor < lightest.floor || memory < lightest.memory) FAIL_CHECK(small.name);
                });
                CHECK(variants == lightest.variants);
                CHECK((reached || variants == 0));
            }
        }
    }
}

}  // namespace
}  // namespace railyard::search
