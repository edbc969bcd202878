#include "railyard/machine/smi_topo_header.hpp"

#include <doctest/doctest.h>

using namespace railyard::machine;

TEST_CASE("the first line of a matrix has devices and what follows them") {
    const auto lines = smi_lines(
        "$ nvidia-smi topo -m\n"
        "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
        "GPU0\t X \tNV4\tPIX\t0-9\t0\t\tN/A\n");
    const auto header = find_header(lines);
    REQUIRE(header);
    CHECK(header->line == 1);
    REQUIRE(header->devices.size() == 3);
    CHECK(header->devices[1].gpu == 1);
    CHECK(header->devices[2].device() == SmiDevice::nic);
    CHECK(header->tails == std::vector<std::string>{"CPU Affinity", "NUMA Affinity", "GPU NUMA ID"});
    CHECK_FALSE(is_p2p(lines, *header));
    CHECK_FALSE(find_lone_header(lines));
}

TEST_CASE("a table of who may reach whom is another") {
    const auto lines = smi_lines("\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n");
    const auto header = find_header(lines);
    REQUIRE(header);
    CHECK(is_p2p(lines, *header));
}

TEST_CASE("a first line without rows, cut wherever") {
    const std::string whole = "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\nGPU0\t";
    for (std::size_t length = std::string("\tGPU0").size(); length < whole.size(); ++length) {
        CAPTURE(length);
        const auto lines = smi_lines(whole.substr(0, length));
        CHECK_FALSE(find_header(lines));
        const auto lone = find_lone_header(lines);
        REQUIRE(lone);
        CHECK(lone->line == 0);
        CHECK(lone->then == LoneHeader::Then::nothing);
    }
}

TEST_CASE("a first line without rows before other text") {
    const auto lines = smi_lines("\tGPU0\tGPU1\n\nGPU 0: NVIDIA H200\n");
    const auto lone = find_lone_header(lines);
    REQUIRE(lone);
    CHECK(lone->then == LoneHeader::Then::other_text);
}

TEST_CASE("rows, titles of other tools and prose are no first line") {
    CHECK_FALSE(find_lone_header(smi_lines("GPU0\t X \tNV18\n")));
    CHECK_FALSE(find_lone_header(smi_lines("GPU0\n")));  // a word of its own
    CHECK_FALSE(find_lone_header(smi_lines("GPU0 is hot\n")));
    CHECK_FALSE(find_lone_header(smi_lines("GPU 0: NVIDIA H200\n\tLink 0: 25 GB/s\n")));
    // The last row of an indented matrix that is cut off.
    CHECK_FALSE(find_lone_header(smi_lines("    GPU0 GPU1\n    GPU0 X NV4\n    GPU1 N")));
}
