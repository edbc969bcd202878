#include "railyard/machine/import_links.hpp"

#include <doctest/doctest.h>

#include "tests/machine/imports.hpp"

using namespace railyard::machine;

TEST_CASE("of two directions the one with fewer links counts") {
    const Observed two = read_text("\tGPU0\tGPU1\nGPU0\tX\tNV2\nGPU1\tNV4\tX\n");
    CHECK(lanes_between(links_of(two.hosts[0]), 0, 1) == 2);
    CHECK(lanes_between(links_of(two.hosts[0]), 1, 0) == 2);
}
