#include "railyard/machine/sources.hpp"

#include <doctest/doctest.h>

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("a text that says nothing of a machine is refused with what could be read") {
    const input::Source source("notes.txt", "buy milk\n");
    CHECK(recognise(source.text()) == nullptr);
    CHECK_THROWS_AS(read_machine(source), InputError);
}
