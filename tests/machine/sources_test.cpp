#include "railyard/machine/sources.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("a text that says nothing of a machine is refused with what could be read") {
    const input::Source source("notes.txt", "\n  buy milk\n");
    CHECK(recognise(source.text()) == nullptr);
    CHECK(complaint_of([&] { (void)read_machine(source); }) ==
          "2:3: this says nothing of a machine that is known here");
}

TEST_CASE("an empty file is said to be empty") {
    CHECK(complaint_of([] { (void)read_machine(input::Source("topo.txt", " \r\n\n")); }) ==
          "0:0: the file is empty");
}

TEST_CASE("a matrix whose rows are gone is told of beside a list of links") {
    const Observed observed = read_machine(
        input::Source("smi.txt", "\tGPU0\tGPU1\nGPU 0: NVIDIA H200 (UUID: GPU-0)\n\t Link 0: 26.562 GB/s\n"));
    CHECK(observed.hosts.front().gpus.size() == 1);
    REQUIRE(observed.remarks.size() == 1);
    CHECK(observed.remarks.front().place == "line 1");
    CHECK(observed.remarks.front().text ==
          "the first line of a matrix of nvidia-smi topo -m, which no row follows, is passed over");
}
