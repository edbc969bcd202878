#include "railyard/machine/utf8.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("characters stay, bytes that are part of none become question marks") {
    CHECK(valid_utf8("") == "");
    CHECK(valid_utf8("GPU 0\n") == "GPU 0\n");
    CHECK(valid_utf8("\u00e4\u20ac\U0001f600") == "\u00e4\u20ac\U0001f600");
    CHECK(valid_utf8("a\xff"
                     "b") == "a?b");
    CHECK(valid_utf8("\xc3") == "?");
    CHECK(valid_utf8("\x80\xe2\x82") == "???");
    CHECK(valid_utf8("\xc0\x80") == "??");            // a longer form than needed
    CHECK(valid_utf8("\xed\xa0\x80") == "???");       // a surrogate
    CHECK(valid_utf8("\xf4\x90\x80\x80") == "????");  // above U+10FFFF
}

TEST_CASE("references to characters that do not exist come out as text") {
    const auto tree = read_machine(input::Source("x",
                                                 "<system version=\"1\"><cpu host_hash=\"&#xD800;\" "
                                                 "arch=\"x\"><pci class=\"0x030200\"/></cpu></system>"));
    CHECK(tree.hosts[0].hash.value == "???");
}
