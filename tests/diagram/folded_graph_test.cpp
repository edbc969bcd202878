#include "railyard/diagram/folded_graph.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/overview.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

// DGX-2: 16 GPUs on two boards, 6 NVSwitches a board, one link to each; 8 trunk links between switch i and i
// + 6.
TEST_CASE("nothing folded: a bundle for every edge, all of a kind folded: one with their number") {
    const Graph graph =
        build_graph(domain_alone(load_topology(test::shipped_library(), "dgx-2").topology).topology);
    std::vector<std::uint32_t> each(graph.nodes.size());
    std::vector<std::uint32_t> kinds(graph.nodes.size());
    for (std::uint32_t n = 0; n < each.size(); ++n) {
        each[n] = n;
        kinds[n] = static_cast<std::uint32_t>(graph.nodes[NodeId(n)].kind);
    }
    std::size_t to_switches = 0;
    std::size_t trunks = 0;
    for (const Bundle& bundle : bundles_of(graph, each)) {
        if (bundle.kind == EdgeKind::nvlink) to_switches += bundle.count == 1 ? 1 : 1000;
        if (bundle.kind == EdgeKind::nvlink_trunk) trunks += bundle.count;
    }
    CHECK(to_switches == 96);
    CHECK(trunks == 48);
    for (const Bundle& bundle : bundles_of(graph, kinds)) {
        if (bundle.kind == EdgeKind::nvlink) CHECK(words_of(bundle) == "96 x 25 GB/s");
    }
    CHECK(bundles_of(graph, std::vector<std::uint32_t>(graph.nodes.size(), not_drawn)).empty());
}

TEST_CASE("more links are a wider line, up to a limit, and kinds have strokes of their own") {
    CHECK(stroke_of(EdgeKind::nvlink, 1).width < stroke_of(EdgeKind::nvlink, 18).width);
    CHECK(stroke_of(EdgeKind::network, 1'000'000'000).width <= 5);
    CHECK(stroke_of(EdgeKind::pcie, 1).dash == Dash::dotted);
    CHECK(stroke_of(EdgeKind::network, 1).dash == Dash::dashed);
    CHECK(stroke_of(EdgeKind::nvlink, 1).dash == Dash::solid);
}

}  // namespace
}  // namespace railyard::diagram
