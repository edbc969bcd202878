#include <doctest/doctest.h>

#include <numeric>

#include "railyard/machine/import_domain.hpp"
#include "tests/machine/imports.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

ScaleUp up_of(const Observed& observed) {
    return import_domain(observed, {0}, {}).domain.kind.scale_up;
}

// GPUs that all show the same code to each other.
Observed uniform(std::size_t gpus, const std::string& code) {
    std::string text;
    for (std::size_t i = 0; i < gpus; ++i) text += "\tGPU" + std::to_string(i);
    for (std::size_t i = 0; i < gpus; ++i) {
        text += "\nGPU" + std::to_string(i);
        for (std::size_t k = 0; k < gpus; ++k) text += i == k ? "\tX" : "\t" + code;
    }
    return read_text(text + "\n");
}

}  // namespace

TEST_CASE("a matrix shows switches where peers together see more links than a GPU has") {
    CHECK(up_of(uniform(8, "NV18")).kind == ScaleUpKind::switched);
    CHECK(up_of(uniform(16, "NV6")).kind == ScaleUpKind::switched);
    CHECK(up_of(uniform(8, "NV12")).kind == ScaleUpKind::switched);
    const ScaleUp mesh = up_of(uniform(4, "NV6"));
    CHECK(mesh.kind == ScaleUpKind::mesh);
    CHECK(mesh.links_per_pair == 6);
    CHECK(up_of(uniform(2, "NV4")).kind == ScaleUpKind::mesh);
    CHECK(up_of(uniform(4, "SYS")).kind == ScaleUpKind::none);
}

TEST_CASE("links are dealt out over the switches that are seen") {
    const ScaleUp up = up_of(read_fixture("hgx-h200.xml"));
    CHECK(up.switches == 4);
    CHECK(up.links_per_switch == std::vector<std::uint32_t>{5, 5, 4, 4});
    CHECK(up.link.bandwidth == gigabytes_per_second(25));
    CHECK(up.link.effective == gigabytes_per_second(20.6));
    CHECK(up_of(read_fixture("two-gb200-trays.xml")).links_per_switch == std::vector<std::uint32_t>{18});
}

TEST_CASE("a GPU that lost its links is unavailable, one that lost some lowers all") {
    const ImportedPart lost = import_domain(read_fixture("hgx-h200-gpu5-lost.xml"), {0}, {});
    CHECK(lost.unavailable == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 5}});
    const ScaleUp few = up_of(read_fixture("hgx-h200-gpu2-14-links.xml"));
    CHECK(std::accumulate(few.links_per_switch.begin(), few.links_per_switch.end(), 0U) == 14);
}

TEST_CASE("pairs that differ are listed") {
    const ScaleUp up =
        up_of(read_text("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV2\tSYS\nGPU1\tNV2\tX\tNV1\nGPU2\tSYS\tNV1\tX\n"));
    REQUIRE(up.kind == ScaleUpKind::links);
    REQUIRE(up.pairs.size() == 2);
    CHECK(up.pairs[0].count == 2);
    CHECK(up.pairs[1].a == 1);
}

TEST_CASE("AMD's meshes") {
    const ScaleUp up = up_of(read_fixture("four-mi300x.xml"));
    CHECK(up.kind == ScaleUpKind::mesh);
    CHECK(up.links_per_pair == 1);
    CHECK(up.link.bandwidth == gigabytes_per_second(64));
}
