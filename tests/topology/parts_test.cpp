#include "railyard/topology/parts.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

TEST_CASE("the parts of a topology make it again") {
    const Topology topology =
        test::load_text("topology: t\nuse: mixed-nvl72-h100\nabout: ours\nunavailable: [rack1/tray3]\n")
            .topology;
    const Topology again(taken_apart(topology));
    CHECK(again.name() == "t");
    CHECK(again.about() == "ours");
    // 8 racks of 72 GPUs and 64 boxes of 8; the four of the tray are GPUs 72 + 12 and on.
    CHECK(again.gpu_count() == 8 * 72 + 64 * 8);
    CHECK(again.kinds().size() == 2);
    CHECK(again.network().tiers.size() == topology.network().tiers.size());
    CHECK(again.unavailable() == std::vector<GpuId>{GpuId(84), GpuId(85), GpuId(86), GpuId(87)});
    CHECK_FALSE(again.as_needed());
    CHECK(Topology(taken_apart(load_topology(test::shipped_library(), "hgx-h100").topology)).as_needed());
}

}  // namespace
}  // namespace railyard
