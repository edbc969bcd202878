#include "railyard/machine/known_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace railyard::machine {
namespace {

constexpr std::uint32_t nvidia = 0x10de;
constexpr std::uint32_t amd = 0x1002;

struct Row {
    std::string_view file;
    std::string_view name;  // what the driver's name holds, its words in this order
    std::uint32_t sm;       // 0: none (AMD)
    std::uint32_t lanes;    // 0: no NVLink
    double per_lane;        // GB/s
    std::uint32_t vendor;
    // PCI ids: the PCI ID repository of April 2023, dumps of real servers for newer ones. 0: no more; none
    // where neither has it.
    std::array<std::uint32_t, 4> devices;
    Wiring wiring = Wiring::board;
    std::string_view gcn = "";  // AMD's name of the architecture
};

// Lanes and rates: hardware pages of the makers; the shipped GPU and domain files have the same with sources.
// Where a compute capability or a name fits several, the first is the likeliest.
constexpr std::array rows = {
    Row{"", "P100-SXM2", 60, 4, 20, nvidia, {0x15f9}},
    Row{"v100", "V100-SXM", 70, 6, 25, nvidia, {0x1db1, 0x1db5, 0x1db8, 0x1db7}},
    Row{"", "V100-PCIE", 70, 0, 0, nvidia, {0x1db4, 0x1db6}},
    Row{"a100-40gb", "A100-SXM4-40GB", 80, 12, 25, nvidia, {0x20b0}},
    Row{"a100-80gb", "A100-SXM4-80GB", 80, 12, 25, nvidia, {0x20b2}},
    Row{"", "A100 80GB PCIe", 80, 12, 25, nvidia, {0x20b5}, Wiring::bridge},
    Row{"", "A100-PCIE-40GB", 80, 12, 25, nvidia, {0x20f1}, Wiring::bridge},
    Row{"", "RTX A6000", 86, 4, 14.0625, nvidia, {0x2230}, Wiring::bridge},
    Row{"", "A10G", 86, 0, 0, nvidia, {0x2237}},
    Row{"", "GeForce RTX 4090", 89, 0, 0, nvidia, {0x2684}},
    Row{"", "GeForce RTX 4080 SUPER", 89, 0, 0, nvidia, {}},
    Row{"", "L40S", 89, 0, 0, nvidia, {}},
    Row{"", "L4", 89, 0, 0, nvidia, {0x27b8}},
    Row{"h100", "H100 80GB HBM3", 90, 18, 25, nvidia, {0x2330}},
    Row{"h200", "H200", 90, 18, 25, nvidia, {0x2335}},
    Row{"", "GH200", 90, 18, 25, nvidia, {}},
    Row{"h800", "H800", 90, 8, 25, nvidia, {0x2324}},
    Row{"", "H100 PCIe", 90, 12, 25, nvidia, {0x2331}, Wiring::bridge},
    Row{"b200", "B200", 100, 18, 50, nvidia, {0x2901}},
    Row{"gb200", "GB200", 100, 18, 50, nvidia, {}},
    Row{"b300", "B300 SXM6 AC", 103, 18, 50, nvidia, {}},
    Row{"gb300", "GB300", 103, 18, 50, nvidia, {}},
    Row{"", "Rubin", 107, 36, 50, nvidia, {0x307f}},
    Row{"", "GB10", 121, 0, 0, nvidia, {0x2e12}},
    Row{"", "MI210", 0, 3, 50, amd, {0x740f}, Wiring::bridge, "gfx90a"},
    Row{"", "MI250X", 0, 7, 50, amd, {0x7408, 0x740c}, Wiring::board, "gfx90a"},
    Row{"mi300x", "MI300X", 0, 7, 64, amd, {0x74a1, 0x74b5}, Wiring::board, "gfx942"},
    Row{"", "MI325X", 0, 7, 64, amd, {}, Wiring::board, "gfx942"},
    Row{"", "MI355X", 0, 7, 76.8, amd, {}, Wiring::board, "gfx950"},
};

KnownGpu known(const Row& row) {
    KnownGpu gpu{row.file, row.name, std::nullopt};
    if (row.lanes > 0) gpu.nvlink = NvlinkOfGpu{row.lanes, row.wiring, gigabytes_per_second(row.per_lane)};
    return gpu;
}

// A word of a name: "B200" is one of "NVIDIA B200", not of "NVIDIA GB200".
bool names(std::string_view driver, std::string_view row) {
    const std::size_t at = driver.find(row);
    if (at == std::string_view::npos) return false;
    const auto is_word = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    const std::size_t end = at + row.size();
    return (at == 0 || !is_word(driver[at - 1])) &&
           (end == driver.size() || !is_word(driver[end]) || row.ends_with("SXM"));
}

bool has_id(std::string_view name) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row& row) { return row.name == name && row.devices.front() != 0; });
}

template <class Fits>
std::vector<KnownGpu> all_that(Fits fits) {
    std::vector<KnownGpu> found;
    for (const Row& row : rows) {
        if (fits(row)) found.push_back(known(row));
    }
    return found;
}

}  // namespace

std::uint32_t lanes_in(BytesPerSecond all, BytesPerSecond one) {
    return static_cast<std::uint32_t>(std::lround(all / one));
}

std::uint32_t most_lanes_of(const ObservedGpu& gpu) {
    constexpr std::uint32_t most_of_any = 36;  // of a Rubin
    std::uint32_t most = 0;
    for (const KnownGpu& known : candidates(gpu))
        most = std::max(most, known.nvlink ? known.nvlink->lanes : 0);
    return most > 0 ? most : most_of_any;
}

std::vector<KnownGpu> candidates(const ObservedGpu& gpu) {
    if (gpu.pci_model.known()) {
        const PciModel model = *gpu.pci_model.value;
        auto found = all_that([&](const Row& row) {
            return row.vendor == model.vendor && model.device != 0 &&
                   std::find(row.devices.begin(), row.devices.end(), model.device) != row.devices.end();
        });
        if (!found.empty()) return found;
    }
    if (gpu.model.known()) {
        auto found = all_that([&](const Row& row) { return names(*gpu.model.value, row.name); });
        if (!found.empty()) return found;
    }
    if (gpu.gcn.known()) return all_that([&](const Row& row) { return row.gcn == *gpu.gcn.value; });
    if (gpu.model.known() || !gpu.sm.known() || gpu.maker.value == GpuMaker::amd) return {};
    auto found = all_that([&](const Row& row) { return row.sm == gpu.sm.value; });
    if (!gpu.pci_model.known()) return found;
    // An id that is not known here: a GPU whose id is not known comes first, and without such a one it is
    // none of these.
    const auto without_id = std::stable_partition(found.begin(), found.end(), [&](const KnownGpu& known) {
        return !known.file.empty() && !has_id(known.name);
    });
    return without_id == found.begin() ? std::vector<KnownGpu>{} : found;
}

bool is_told_apart(std::string_view file) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](const Row& row) { return !file.empty() && row.file == file; });
}

std::string model_label(const ObservedGpu& gpu) {
    if (gpu.model.known()) return *gpu.model.value;
    if (gpu.pci_model.known()) {
        const auto found = candidates(gpu);
        const std::string id =
            fmt::format("PCI {:04x}:{:04x}", gpu.pci_model.value->vendor, gpu.pci_model.value->device);
        std::string names;
        for (const KnownGpu& known : found) names += (names.empty() ? "" : " or ") + std::string(known.name);
        return names.empty() ? id : names + " (" + id + ")";
    }
    if (gpu.gcn.known()) return *gpu.gcn.value;
    return gpu.sm.known() ? fmt::format("compute capability {}", *gpu.sm.value) : "";
}

}  // namespace railyard::machine
