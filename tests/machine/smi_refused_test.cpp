#include "railyard/machine/smi_refused.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

std::string refusal(const std::string& text) {
    REQUIRE(is_other_smi_text(text));
    return complaint_of([&] { (void)read_machine(input::Source("smi.txt", text)); });
}

}  // namespace

TEST_CASE("a complaint of nvidia-smi has its line") {
    CHECK(refusal("$ nvidia-smi topo -m\nNo devices were found\n") ==
          "2:1: nvidia-smi had nothing to show here");
}

TEST_CASE("a table of who may reach whom is refused at its first line") {
    CHECK(refusal("$ nvidia-smi topo -p2p n\n\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n") ==
          "2:1: this is the table of nvidia-smi topo -p2p, which says who may reach whom");
}

TEST_CASE("outputs that tell of GPUs and not of links name those that do") {
    const std::string no_links = "this output of nvidia-smi tells of no links";
    CHECK(refusal("Mon Nov 30 14:00:00 2026\n+-----+\n| NVIDIA-SMI 550.54  Driver Version: 550.54 |\n") ==
          "3:1: " + no_links);
    CHECK(refusal("\n==============NVSMI LOG==============\n\nTimestamp : Mon\n") == "2:1: " + no_links);
    CHECK(refusal("GPU 0: NVIDIA H200 (UUID: GPU-0)\nGPU 1: NVIDIA H200 (UUID: GPU-1)\n") ==
          "1:1: " + no_links);
    CHECK_FALSE(is_other_smi_text("a page about nvidia-smi and GPUs\n"));
}

TEST_CASE("a matrix whose tabs are gone is said to be one") {
    CHECK(refusal("$ nvidia-smi topo -m\n  GPU0GPU1NIC0\nGPU0 X NV4PIX\n") ==
          "2:3: the tabs of this matrix of nvidia-smi topo -m are gone");
}

TEST_CASE("a matrix that ends before its first row is said to be cut off, and where") {
    const std::string cut = "this matrix of nvidia-smi topo -m is cut off before its first row";
    CHECK(refusal("\tGPU0\tGP") == "1:9: " + cut);
    CHECK(refusal("\tGPU0\tGPU1\tCPU Aff") == "1:19: " + cut);
    CHECK(refusal("        GPU0    GPU1    CPU Aff") == "1:32: " + cut);
    CHECK(refusal("GPU0\tGPU1\tCPU Affinity\r\n") == "1:23: " + cut);
    CHECK(refusal("\tGPU0\tGPU1\nGPU0") == "2:5: " + cut);
    CHECK(refusal("\x1b[4m\tGPU0\tGPU1\x1b[0m\n\n") == "1:19: " + cut);
    CHECK(refusal("\tGPU0\tGPU1\n\nLegend:\n  X = Self\n") ==
          "1:1: no row follows this first line of nvidia-smi topo -m");
}
