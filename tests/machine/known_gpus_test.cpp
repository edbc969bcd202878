#include "railyard/machine/known_gpus.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace railyard;
using namespace railyard::machine;

namespace {

std::string first_file(const ObservedGpu& gpu) {
    const auto found = candidates(gpu);
    return found.empty() ? "?" : std::string(found.front().file);
}

ObservedGpu named(const char* model) {
    ObservedGpu gpu;
    gpu.model = {model, SourceId(0)};
    return gpu;
}

}  // namespace

TEST_CASE("names of drivers") {
    CHECK(first_file(named("NVIDIA H200")) == "h200");
    CHECK(first_file(named("NVIDIA B200")) == "b200");
    CHECK(first_file(named("NVIDIA GB200")) == "gb200");
    CHECK(first_file(named("NVIDIA H100 80GB HBM3")) == "h100");
    CHECK(first_file(named("Tesla V100-SXM3-32GB")) == "v100");
    CHECK(first_file(named("NVIDIA A100-SXM4-80GB")) == "a100-80gb");
    CHECK(first_file(named("NVIDIA L40S")).empty());
    CHECK(candidates(named("NVIDIA L40S")).size() == 1);
    CHECK(first_file(named("Voodoo 2")) == "?");
}

TEST_CASE("PCI ids before names, compute capabilities last") {
    ObservedGpu gpu;
    CHECK(first_file(gpu) == "?");
    CHECK(model_label(gpu).empty());
    gpu.sm = {90, SourceId(0)};
    CHECK(first_file(gpu) == "h100");
    const auto hoppers = candidates(gpu);
    CHECK(std::any_of(hoppers.begin(), hoppers.end(),
                      [](const KnownGpu& known) { return known.file == "h200"; }));
    CHECK(model_label(gpu) == "compute capability 90");
    gpu.pci_model = {PciModel{0x10de, 0x2335}, SourceId(0)};
    CHECK(first_file(gpu) == "h200");
    CHECK(model_label(gpu) == "H200 (PCI 10de:2335)");
    gpu.pci_model = {PciModel{0x10de, 0x0001}, SourceId(0)};
    CHECK(first_file(gpu) == "?");
}

TEST_CASE("only GPUs that can be told apart can be said to be others") {
    CHECK(is_told_apart("h200"));
    CHECK_FALSE(is_told_apart("my-gpu"));
    CHECK_FALSE(is_told_apart(""));
}

TEST_CASE("AMD GPUs are told apart by their architecture where no PCI id does") {
    ObservedGpu gpu;
    gpu.gcn = {"gfx90a", SourceId(0)};
    for (const KnownGpu& known : candidates(gpu)) CHECK(known.file != "mi300x");
    CHECK(candidates(gpu).size() == 2);
    gpu.gcn = {"gfx942", SourceId(0)};
    REQUIRE_FALSE(candidates(gpu).empty());
    CHECK(candidates(gpu).front().file == "mi300x");
    CHECK(model_label(gpu) == "gfx942");
}

TEST_CASE("a GH200 is no H100") {
    ObservedGpu gpu;
    gpu.model = {"NVIDIA GH200 480GB", SourceId(0)};
    REQUIRE(candidates(gpu).size() == 1);
    CHECK(candidates(gpu).front().name == "GH200");
    CHECK(candidates(gpu).front().file.empty());
    CHECK(most_lanes_of(gpu) == 18);
    CHECK(most_lanes_of({}) == 36);
}

// The ids of a GB200 and a GB300 are not known here: they are told by the capability, beside what shares it.
TEST_CASE("an id that is not known, with the capability of a GPU whose id is not known") {
    ObservedGpu gpu;
    gpu.sm = {100, SourceId(0)};
    gpu.pci_model = {PciModel{0x10de, 0x0001}, SourceId(0)};
    REQUIRE(candidates(gpu).size() == 2);
    CHECK(candidates(gpu)[0].file == "gb200");
    CHECK(candidates(gpu)[1].file == "b200");
    CHECK(model_label(gpu) == "GB200 or B200 (PCI 10de:0001)");
    gpu.pci_model = {PciModel{0x10de, 0x2901}, SourceId(0)};
    REQUIRE(candidates(gpu).size() == 1);
    CHECK(candidates(gpu)[0].file == "b200");
    gpu.sm = {90, SourceId(0)};  // an H20, an H100 NVL
    gpu.pci_model = {PciModel{0x10de, 0x0001}, SourceId(0)};
    CHECK(candidates(gpu).empty());
    gpu.pci_model = {PciModel{0x10de, 0x0000}, SourceId(0)};
    CHECK(candidates(gpu).empty());
}
