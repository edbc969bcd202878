#include "railyard/diagram/placement_shape.hpp"

#include <doctest/doctest.h>

#include "tests/support/diagram_jobs.hpp"

namespace railyard::diagram {
namespace {

TileShape shape_on(const char* topology) {
    const test::DrawnJob job("gpt3-175b-64", topology);
    const RankGrid grid(job.layout.order, job.layout.degrees);
    const PlacementView view = view_of(job.topology, grid, job.placement(), 0, Dimension::pp);
    return shape_of(job.topology, view.domains.front());
}

TEST_CASE("a box of 8 is two rows of 4, a rack a row for each tray, a box of 16 two of 8") {
    const TileShape box = shape_on("hgx-h100");
    CHECK(box.columns == 4);
    CHECK(box.rows == std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 4}, {4, 8}});
    CHECK(box.server_starts == std::vector<std::size_t>{0});
    const TileShape rack = shape_on("gb200-nvl72");
    CHECK(rack.columns == 4);
    CHECK(rack.rows.size() == 18);
    CHECK(rack.server_starts.size() == 18);
    CHECK(shape_on("dgx-2").rows.size() == 2);
    CHECK(shape_on("dgx-2").columns == 8);
}

}  // namespace
}  // namespace railyard::diagram
