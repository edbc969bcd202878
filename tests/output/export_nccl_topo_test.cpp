#include <doctest/doctest.h>

#include "railyard/machine/sources.hpp"
#include "tests/support/launch_plans.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard::output {
namespace {

std::string text_on(const std::string& domain, std::uint32_t tp) {
    const test::PlannedJob job(tp, 1,
                               "topology: t\ndomains: [{use: " + domain +
                                   ", count: 2}]\n"
                                   "network: {tiers: [{name: n, latency: 1 us}]}\n");
    return std::get<std::string>(export_nccl_topo(job.question()));
}
machine::ObservedHost read_back(const std::string& xml) {
    return machine::read_machine(*input::make_source("topo.xml", xml)).hosts.front();
}

// HGX H100: 5 + 4 + 4 + 5 links of each GPU into four switches.
TEST_CASE("a box with switches reads back with all its links") {
    const std::string xml = text_on("hgx-h100", 8);
    CHECK(xml.find("<nvlink target=\"0000:80:00.0\" count=\"5\" tclass=\"0x068000\"/>\n"
                   "        <nvlink target=\"0000:81:00.0\" count=\"4\"") != std::string::npos);
    const machine::ObservedHost host = read_back(xml);
    REQUIRE(host.gpus.size() == 8);
    REQUIRE(host.nics.size() == 8);
    for (const auto& gpu : host.gpus) {
        CHECK(gpu.lanes.value == 18U);
        CHECK(gpu.sm.value == 90U);
    }
    CHECK(host.nics[0].rate.value == gigabits_per_second(400));
    CHECK(host.gpus[0].numa.value == 0U);
    CHECK(host.gpus[7].numa.value == 1U);
}

TEST_CASE("a tray of a rack does not see its switches") {
    const std::string xml = text_on("gb200-nvl72", 4);
    CHECK(xml.find("<nvlink target=\"fffffff:ff:ff.0\" count=\"18\" tclass=\"0x068000\"/>") !=
          std::string::npos);
    CHECK(xml.find("arch=\"arm64\"") != std::string::npos);
    CHECK(read_back(xml).gpus.size() == 4);
}

// DGX-1V: GPU 0 has a double link to GPU 3 and 4, single ones to 1 and 2.
TEST_CASE("a cube mesh has a row for each neighbour") {
    const machine::ObservedHost host = read_back(text_on("dgx-1v", 8));
    REQUIRE(host.gpus.size() == 8);
    for (const auto& gpu : host.gpus) CHECK(gpu.lanes.value == 6U);
}

TEST_CASE("what has no capability that is known here is refused") {
    const test::PlannedJob job(8, 1,
                               "topology: t\ndomains: [{use: mi300x-8, count: 1}]\n"
                               "network: {tiers: [{name: n, latency: 1 us}]}\n");
    CHECK(std::holds_alternative<ExportRefusal>(export_nccl_topo(job.question())));
}

}  // namespace
}  // namespace railyard::output
