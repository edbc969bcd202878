#include "railyard/sweep/axis_columns.hpp"

#include <doctest/doctest.h>

#include "railyard/sweep/load_plan.hpp"

namespace railyard::sweep {
namespace {

AxisColumns columns_of(const std::string& axis) {
    const Plan plan = load_plan(input::parse_yaml(
        input::make_source("s.yaml", "sweep: s\ntopology: a\nlayout: b\naxes: {" + axis + "}\n")));
    return AxisColumns(plan.axes.back().keys[0]);
}

TEST_CASE("whole numbers, other numbers and words are columns of their kinds") {
    const AxisColumns tp = columns_of("parallel.tp: [1, 8]");
    REQUIRE(tp.columns().size() == 1);
    CHECK(tp.columns()[0].kind == CellKind::whole);
    ResultRow row;
    tp.add_cells(1, row);
    CHECK(row == ResultRow{"8"});
    CHECK(columns_of("network.tiers.spine.oversubscription: [1, 1.5]").columns()[0].kind == CellKind::number);
    CHECK(columns_of("precision: [bf16, fp8]").columns().size() == 1);
    CHECK(columns_of("order: [[tp, pp], [pp, tp]]").columns()[0].kind == CellKind::text);
}

TEST_CASE("values with a unit are a number in the base unit as well, whatever unit each has") {
    const AxisColumns nic = columns_of("nics.bandwidth_per_direction: [400 Gb/s, 100 GB/s]");
    REQUIRE(nic.columns().size() == 2);
    CHECK(nic.columns()[1].name == "nics.bandwidth_per_direction_bytes_per_second");
    CHECK(nic.columns()[1].kind == CellKind::number);
    ResultRow row;
    nic.add_cells(0, row);
    nic.add_cells(1, row);
    CHECK(row == ResultRow{"400 Gb/s", 50e9, "100 GB/s", 100e9});
    CHECK(columns_of("memory: [80 GB, 96 GiB]").columns()[1].name == "memory_bytes");
    CHECK(columns_of("network.tiers.core.latency: [1 us, 2 us]").columns()[1].name ==
          "network.tiers.core.latency_seconds");
    CHECK(columns_of("peak.bf16: [1 PFLOP/s]").columns()[1].name == "peak.bf16_flop_per_second");
    CHECK(columns_of("power: [700 W]").columns()[1].name == "power_watts");
}

TEST_CASE("a key that is called like a figure has a name of its own") {
    CHECK(columns_of("cost: [1, 2]").columns()[0].name == "gpu.cost");
}

TEST_CASE("numbers on axes and of fixed keys have the names of their columns") {
    const Plan plan = load_plan(input::parse_yaml(
        input::make_source("s.yaml",
                           "sweep: s\ntopology: a\nlayout: b\nset: {servers.count: 18}\naxes:\n"
                           "  - {parallel.tp: [1, 8], order: [[tp, pp], [pp, tp]]}\n"
                           "  - {nics.bandwidth_per_direction: [400 Gb/s, 100 GB/s], cost: [1, 2.5]}\n")));
    const auto all = numbers_of_keys(plan.fixed, plan.axes);
    REQUIRE(all.size() == 4);
    CHECK(all[0].name == "servers.count");
    CHECK_FALSE(all[0].axis.has_value());
    CHECK(all[0].of_choice == std::vector<double>{18});
    // The topologies and the layouts are the first two axes, and orders are no numbers.
    CHECK(all[1].name == "parallel.tp");
    CHECK(all[1].axis == 2);
    CHECK(all[1].of_choice == std::vector<double>{1, 8});
    // 400 Gb/s are 400 / 8 = 50 GB/s.
    CHECK(all[2].name == "nics.bandwidth_per_direction_bytes_per_second");
    CHECK(all[2].axis == 3);
    CHECK(all[2].of_choice == std::vector<double>{50e9, 100e9});
    CHECK(all[3].name == "gpu.cost");
    CHECK(all[3].of_choice == std::vector<double>{1, 2.5});
}

}  // namespace
}  // namespace railyard::sweep
