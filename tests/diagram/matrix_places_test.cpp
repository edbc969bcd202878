#include "railyard/diagram/matrix_places.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

TrafficMatrix of_places(MatrixUnit unit, std::vector<std::uint32_t> places, std::uint32_t per_cell = 1) {
    TrafficMatrix matrix;
    matrix.unit = unit;
    matrix.per_cell = per_cell;
    matrix.size = (places.size() + per_cell - 1) / per_cell;
    matrix.places = std::move(places);
    return matrix;
}

// Two racks, then boxes: domain 2 is box2.
const Topology& mixed() {
    static const Topology topology =
        test::load_text(
            "topology: t\ndomains:\n  - {use: gb200-nvl72, count: 2}\n  - {use: hgx-h100, count: 4}\n"
            "network: {tiers: [{name: leaf, latency: 1 us}]}\n")
            .topology;
    return topology;
}

TEST_CASE("every domain has the word of its own kind") {
    const TrafficMatrix matrix = of_places(MatrixUnit::domains, {0, 1, 2, 5});
    const MatrixPlaces places(mixed(), matrix);
    CHECK(places.are_named_by_number());
    CHECK(places.names(1) == "rack1");
    CHECK(places.names(2) == "box2");
    CHECK(places.name(3) == "box5");
    CHECK(places.numbers(3) == "5");
}

TEST_CASE("a row of several says from which to which") {
    const TrafficMatrix matrix = of_places(MatrixUnit::domains, {0, 1, 2, 3, 4, 5}, 3);
    const MatrixPlaces places(mixed(), matrix);
    CHECK(places.names(0) == "rack0 to box2");
    CHECK(places.names(1) == "box3 to 5");
    CHECK(places.numbers(1) == "3 to 5");
    CHECK(places.number(1) == 3);
}

// A rack has 18 trays: server 18 is the first of rack1, 36 the only one of box2.
TEST_CASE("servers have names and numbers") {
    const TrafficMatrix matrix = of_places(MatrixUnit::servers, {0, 18, 36});
    const MatrixPlaces places(mixed(), matrix);
    CHECK(!places.are_named_by_number());
    CHECK(places.name(1) == "rack1/tray0");
    CHECK(places.name(2) == "box2/server0");
    CHECK(places.numbers(2) == "36");
}

TEST_CASE("partitions have a number of their own") {
    const Topology topology =
        test::load_text("topology: t\ndomains:\n  - {use: gb200-nvl72-2x36, count: 2}\n").topology;
    const TrafficMatrix matrix = of_places(MatrixUnit::domains, {0, 1, 2, 3});
    const MatrixPlaces places(topology, matrix);
    CHECK(!places.are_named_by_number());
    CHECK(places.name(3) == "rack1.1");
}

}  // namespace
}  // namespace railyard::diagram
