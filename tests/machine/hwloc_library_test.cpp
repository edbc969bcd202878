#include "railyard/machine/hwloc_library.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

// Of LeakSanitizer, where it runs.
extern "C" void __lsan_disable() __attribute__((weak));
extern "C" void __lsan_enable() __attribute__((weak));

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("libhwloc shows this machine") {
    // Its plugins keep memory of their own when they are unloaded, where no suppression can name them.
    if (__lsan_disable != nullptr) __lsan_disable();
    const auto loaded = load_hwloc_live();
    if (__lsan_enable != nullptr) __lsan_enable();
    REQUIRE(std::holds_alternative<HwlocMachine>(loaded));
    const auto& live = std::get<HwlocMachine>(loaded);
    CHECK_FALSE(live.numa_nodes.empty());
    CHECK_FALSE(live.infos.empty());
    CHECK(observed_of(live).hosts.size() == 1);
}

TEST_CASE("libhwloc brings a switched matrix to GPU pairs") {
    const auto source = input::read_source(fixture_path("hwloc-2.xml"));
    const auto loaded = load_hwloc_xml(std::string(source->text()));
    REQUIRE(std::holds_alternative<HwlocMachine>(loaded));
    const auto& machine = std::get<HwlocMachine>(loaded);
    REQUIRE(machine.nvlink.has_value());
    // Two GPUs, each with two links of 25 GB/s to one switch and one to the other.
    REQUIRE(machine.nvlink->objects.size() == 4);
    CHECK(machine.nvlink->direct[1] == 0);
    CHECK(machine.nvlink->between[1] == 75000);
    CHECK(machine.nvlink->between == close_over_switches(*machine.nvlink));
}

TEST_CASE("a text that is no machine is said to be none") {
    CHECK(std::holds_alternative<std::string>(load_hwloc_xml("<topology version=\"2.0\"></topology>")));
}
