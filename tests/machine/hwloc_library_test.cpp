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

TEST_CASE("libhwloc leaves direct links as they are") {
    // Two GPUs with two links of 25 GB/s between them, and no switch to close over.
    const std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="0x1" complete_cpuset="0x1" allowed_cpuset="0x1" nodeset="0x1"
      complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
    <object type="NUMANode" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1"
        gp_index="2" local_memory="1073741824"/>
    <object type="Core" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="3">
      <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1" complete_nodeset="0x1" gp_index="4"/>
    </object>
    <object type="Bridge" gp_index="5" bridge_type="0-1" depth="0" bridge_pci="0000:[00-20]">
      <object type="PCIDev" gp_index="6" pci_busid="0000:01:00.0" pci_type="0302 [10de:1db5] [10de:1249] a1">
        <object type="OSDev" gp_index="7" name="nvml0" osdev_type="5"/>
      </object>
      <object type="PCIDev" gp_index="8" pci_busid="0000:02:00.0" pci_type="0302 [10de:1db5] [10de:1249] a1">
        <object type="OSDev" gp_index="9" name="nvml1" osdev_type="5"/>
      </object>
    </object>
  </object>
  <distances2hetero nbobjs="2" kind="25" name="NVLinkBandwidth">
    <indexes length="16">OSDev:7 OSDev:9 </indexes>
    <u64values length="16">0 50000 50000 0 </u64values>
  </distances2hetero>
</topology>
)";
    const auto loaded = load_hwloc_xml(text);
    REQUIRE(std::holds_alternative<HwlocMachine>(loaded));
    const auto& machine = std::get<HwlocMachine>(loaded);
    REQUIRE(machine.nvlink.has_value());
    CHECK(machine.nvlink->direct == std::vector<std::uint64_t>{0, 50000, 50000, 0});
    CHECK(machine.nvlink->between == machine.nvlink->direct);
    CHECK(machine.nvlink->between == close_over_switches(*machine.nvlink));
}

TEST_CASE("a text that is no machine is said to be none") {
    CHECK(std::holds_alternative<std::string>(load_hwloc_xml("<topology version=\"2.0\"></topology>")));
}
