#include <doctest/doctest.h>

#include "railyard/machine/import.hpp"
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
                   "          <nvlink target=\"0000:81:00.0\" count=\"4\"") != std::string::npos);
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

// RCCL's form: version 2, the architecture of AMD's GPUs, one xGMI link to each of seven.
TEST_CASE("a board of MI300X is written as RCCL writes it") {
    const std::string xml = text_on("mi300x-8", 8);
    CHECK(xml.starts_with("<system version=\"2\">"));
    CHECK(xml.find("class=\"0x120000\" vendor=\"0x1002\" device=\"0x74a1\"") != std::string::npos);
    CHECK(xml.find("<xgmi target=\"0000:11:00.0\" count=\"1\" tclass=\"0x120000\"/>") != std::string::npos);
    CHECK(xml.find("nvlink") == std::string::npos);
    const machine::ObservedHost host = read_back(xml);
    REQUIRE(host.gpus.size() == 8);
    for (const auto& gpu : host.gpus) {
        CHECK(gpu.gcn.value == "gfx942");
        CHECK(gpu.lanes.value == 7U);
    }
}

// A switch with each GPU and its NIC, with both GPUs that share one, and none where a NIC serves two CPUs.
TEST_CASE("NICs are next to the GPUs that use them") {
    const auto near = [](const std::string& domain, std::uint32_t tp) {
        machine::ObservedHost host = read_back(text_on(domain, tp));
        std::string text;
        for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
            for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
                if (host.path_to_nic(gpu, nic).value == machine::Path::pix)
                    text += std::to_string(gpu) + "-" + machine::nic_label(host, nic) + " ";
            }
        }
        return text;
    };
    CHECK(near("hgx-h100", 8) == "0-mlx5_0 1-mlx5_1 2-mlx5_2 3-mlx5_3 4-mlx5_4 5-mlx5_5 6-mlx5_6 7-mlx5_7 ");
    CHECK(near("p4d", 8) == "0-nic0 1-nic0 2-nic1 3-nic1 4-nic2 5-nic2 6-nic3 7-nic3 ");
    CHECK(near("pcie-4gpu", 4).empty());
}

// What import makes of the file, exported again, is the file but for the name of the server in its comment.
TEST_CASE("export, import and export again are one file") {
    for (const auto& [domain, gpus] :
         {std::pair("hgx-h200", 8U), std::pair("dgx-1v", 8U), std::pair("p4d", 8U), std::pair("mi300x-8", 8U),
          std::pair("hgx-b200", 8U)}) {
        CAPTURE(domain);
        std::string first = text_on(domain, gpus);
        const auto imported =
            machine::import_topology(machine::read_machine(*input::make_source("topo.xml", first)), {});
        REQUIRE(std::holds_alternative<machine::ImportedTopology>(imported));
        const test::PlannedJob job(gpus, 1,
                                   machine::topology_yaml(std::get<machine::ImportedTopology>(imported)));
        std::string again = std::get<std::string>(export_nccl_topo(job.question()));
        for (std::string* text : {&first, &again})
            text->erase(text->find("<!--"), text->find("-->") - text->find("<!--"));
        CHECK(again == first);
    }
}

TEST_CASE("a GPU that is not known here is refused") {
    const test::PlannedJob job(
        8, 1,
        "topology: t\ndomains:\n- count: 1\n  use: {use: hgx-h100, gpu: {use: h100, gpu: "
        "my-gpu}}\nnetwork: {tiers: [{name: n, latency: 1 us}]}\n");
    CHECK(std::holds_alternative<ExportRefusal>(export_nccl_topo(job.question())));
}

}  // namespace
}  // namespace railyard::output
