#include "railyard/machine/smi_text.hpp"

#include <doctest/doctest.h>

using namespace railyard::machine;

TEST_CASE("lines lose escape codes and Windows ends and keep their numbers") {
    const auto lines = smi_lines("\t\x1b[4mGPU0\tGPU1\x1b[0m\r\n\r\nGPU0\x1b");
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].text == "\tGPU0\tGPU1");
    CHECK(lines[1].text.empty());
    CHECK(lines[2].text == "GPU0");
    CHECK(lines[2].number == 3);
    CHECK(smi_lines("").empty());
    CHECK(smi_lines("\x1b[").front().text.empty());
}

TEST_CASE("cells between tabs, empty ones too, words where there are no tabs") {
    const auto tabs = smi_cells("GPU0\t X \t\tN/A");
    REQUIRE(tabs.size() == 4);
    CHECK(tabs[1].text == "X");
    CHECK(tabs[1].column == 7);
    CHECK(tabs[2].text.empty());
    const auto words = smi_cells("  GPU0     X   112-127,240-255 7");
    REQUIRE(words.size() == 4);
    CHECK(words[0].column == 3);
    CHECK(words[3].text == "7");
    CHECK(smi_cells("").empty());
}

TEST_CASE("titles of GPUs") {
    CHECK(number_of_gpu("GPU15") == 15);
    CHECK_FALSE(number_of_gpu("GPU").has_value());
    CHECK_FALSE(number_of_gpu("GPU 1").has_value());
    CHECK_FALSE(number_of_gpu("NIC1").has_value());
    CHECK_FALSE(number_of_gpu("GPU99999999999").has_value());
}

TEST_CASE("a complaint in place of an answer") {
    REQUIRE(smi_complaint("\n$ nvidia-smi topo -m\nERROR: Option -m is missing its value.\n").has_value());
    CHECK(smi_complaint("\n$ nvidia-smi topo -m\nERROR: Option -m is missing its value.\n")->number == 3);
    CHECK(smi_complaint("No devices were found\n").has_value());
    CHECK_FALSE(smi_complaint("GPU0\nERROR: Option -m\n").has_value());
    CHECK_FALSE(smi_complaint("").has_value());
}
