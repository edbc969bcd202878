#include "railyard/machine/hwloc_machine.hpp"

#include <doctest/doctest.h>

using namespace railyard;
using namespace railyard::machine;

namespace {

HwlocPciDevice device(std::uint32_t bus, std::uint32_t pci_class, PciModel model,
                      std::vector<std::uint32_t> bridges = {}, std::uint32_t host_bridge = 0) {
    HwlocPciDevice it;
    it.address = {0, bus, 0, 0};
    it.pci_class = pci_class;
    it.model = model;
    it.bridges = std::move(bridges);
    it.host_bridge = host_bridge;
    it.numa = host_bridge / 10;
    return it;
}

constexpr PciModel v100{0x10de, 0x1db5};
constexpr PciModel a100{0x10de, 0x20b2};
constexpr PciModel connectx{0x15b3, 0x1017};

// Two A100 joined by four links, as a file counts them in MB/s.
HwlocMachine two_a100(std::uint64_t megabytes, const char* version) {
    HwlocMachine machine;
    machine.infos = {{"hwlocVersion", version}};
    machine.devices = {device(1, 0x0302, a100), device(2, 0x0302, a100)};
    HwlocNvlink nvlink;
    nvlink.objects = {{HwlocNvlink::End::gpu, {0, 1, 0, 0}}, {HwlocNvlink::End::gpu, {0, 2, 0, 0}}};
    nvlink.direct = {1000000, megabytes, megabytes, 1000000};
    nvlink.between = nvlink.direct;
    machine.nvlink = nvlink;
    return machine;
}

}  // namespace

TEST_CASE("codes of nvidia-smi from bridges and NUMA nodes") {
    HwlocMachine machine;
    // Bridges: 1 a root port, 2 the upstream port of a switch, 3 and 4 downstream ports of it.
    machine.devices = {device(1, 0x0302, v100, {1, 2, 3}),           device(2, 0x0207, connectx, {1, 2, 4}),
                       device(3, 0x0207, connectx, {1, 2, 5, 6, 7}), device(4, 0x0207, connectx, {9}),
                       device(5, 0x0207, connectx, {}, 1),           device(6, 0x0207, connectx, {}, 10)};
    const ObservedHost host = observed_of(machine).hosts.front();
    REQUIRE(host.gpus.size() == 1);
    REQUIRE(host.nics.size() == 5);
    const std::vector<Path> expected = {Path::pix, Path::pxb, Path::phb, Path::node, Path::sys};
    for (std::size_t nic = 0; nic < expected.size(); ++nic) {
        CAPTURE(nic);
        CHECK(host.path_to_nic(0, nic).value == expected[nic]);
    }
}

TEST_CASE("displays of a desktop and cards of other kinds are no GPUs of ours") {
    HwlocMachine machine;
    machine.devices = {device(1, 0x0300, {0x102b, 0x0522}), device(2, 0x0300, {0x1002, 0x68f9}),
                       device(3, 0x0604, v100), device(4, 0x0280, {0x8086, 0x2723}),
                       device(5, 0x1200, {0x1002, 0x74a1})};
    const ObservedHost host = observed_of(machine).hosts.front();
    REQUIRE(host.gpus.size() == 1);
    CHECK(host.gpus.front().maker.value == GpuMaker::amd);
    CHECK(host.nics.empty());
}

TEST_CASE("NVML's number counts, CUDA's does not, names of fabrics before names of interfaces") {
    HwlocMachine machine;
    machine.devices = {device(1, 0x0302, v100), device(2, 0x0207, connectx)};
    machine.devices[0].os_devices = {{"cuda5", HwlocOsKind::gpu, {}},
                                     {"nvml3", HwlocOsKind::gpu, {{"GPUModel", "Tesla V100"}}}};
    machine.devices[1].os_devices = {{"mlx5_0", HwlocOsKind::openfabrics, {{"NodeGUID", "1:2"}}},
                                     {"ib0", HwlocOsKind::network, {}}};
    const ObservedHost host = observed_of(machine).hosts.front();
    CHECK(host.gpus[0].index.value == 3);
    CHECK(host.gpus[0].model.value == "Tesla V100");
    CHECK_FALSE(host.gpus[0].lanes.known());
    CHECK(host.nics[0].name.value == "mlx5_0");
    CHECK(host.nics[0].guid.value == "1:2");
}

TEST_CASE("hwloc 2.9.0 counts 50 GB/s for an NVLink 3, later ones 25: both are four links") {
    for (const auto& [megabytes, version] : {std::pair{200000, "2.9.0"}, std::pair{100000, "2.12.0"}}) {
        CAPTURE(version);
        const Observed observed = observed_of(two_a100(static_cast<std::uint64_t>(megabytes), version));
        CHECK(observed.hosts[0].pair(0, 1).lanes.value == 4);
        CHECK(observed.hosts[0].pair(0, 1).nvlink_peak.value == gigabytes_per_second(100));
        CHECK(observed.hosts[0].gpus[0].lanes.value == 4);
        CHECK(observed.remarks.empty() == (megabytes == 100000));
    }
}

TEST_CASE("more than a GPU has links for is the same error where no version is told") {
    // 12 links are 300 GB/s; 600 can only be counted double.
    const Observed observed = observed_of(two_a100(600000, ""));
    CHECK(observed.hosts[0].gpus[0].lanes.value == 12);
    CHECK(observed.remarks.size() == 1);
}

TEST_CASE("NVLinks to CPUs are told, and which GPU has none") {
    HwlocMachine machine = two_a100(100000, "2.12.0");
    machine.nvlink->objects.push_back({HwlocNvlink::End::other, {}});
    machine.nvlink->direct = {0, 100000, 0, 100000, 0, 50000, 0, 50000, 0};
    machine.nvlink->between = machine.nvlink->direct;
    const Observed observed = observed_of(machine);
    REQUIRE(observed.remarks.size() == 1);
    CHECK(observed.remarks[0].severity == Severity::note);
    CHECK(observed.remarks[0].text ==
          "NVLinks between GPUs and CPUs are not compared: this file has some of 1 of 2 GPUs; none of GPU at "
          "0000:01:00.0");
    machine.nvlink->direct[2] = 50000;
    CHECK(observed_of(machine).remarks.front().text ==
          "NVLinks between GPUs and CPUs are not compared: this file has some of 2 of 2 GPUs");
}

TEST_CASE("GPUs are joined through switches by what both ends can send, direct links stay") {
    HwlocNvlink nvlink;
    using End = HwlocNvlink::End;
    nvlink.objects = {
        {End::gpu, {}}, {End::gpu, {}}, {End::nvswitch, {}}, {End::nvswitch, {}}, {End::other, {}}};
    nvlink.direct = {0,     0,     25000, 25000, 40000,  // the first GPU: two switch ports, and a CPU
                     0,     0,     25000, 0,     0,      // the second: one
                     25000, 25000, 0,     0,     0,     25000, 0, 0, 0, 0, 40000, 0, 0, 0, 0};
    const auto between = close_over_switches(nvlink);
    CHECK(between[0 * 5 + 1] == 25000);
    CHECK(between[1 * 5 + 0] == 25000);
    CHECK(between[0 * 5 + 4] == 40000);
    nvlink.objects = {{End::gpu, {}}, {End::gpu, {}}};
    nvlink.direct = {1000000, 40000, 40000, 1000000};
    CHECK(close_over_switches(nvlink) == nvlink.direct);
}
