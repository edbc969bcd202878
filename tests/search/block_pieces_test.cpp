#include "railyard/search/block_pieces.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

using Sizes = std::vector<std::uint32_t>;

TEST_CASE("a block comes apart along the order, then into servers, then into ranks") {
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;  // 4 to a tray
    Layout layout = test::shipped_layout("megatron-145.6b");  // tp 8, pp 8, dp 24
    layout.order = test::order_of("tp,dp:2,pp:4,dp,pp");
    CHECK(pieces_of(racks, layout, 64) == Sizes{16, 8, 4, 1});
    CHECK(pieces_of(racks, layout, 8) == Sizes{4, 1});
    CHECK(pieces_of(racks, layout, 4) == Sizes{1});
    CHECK(pieces_of(racks, layout, 1).empty());
    // 24 is no multiple of 16.
    CHECK(pieces_of(racks, layout, 24) == Sizes{8, 4, 1});
}

}  // namespace
}  // namespace railyard::search
