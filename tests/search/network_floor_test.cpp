#include "railyard/search/network_floor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "railyard/search/arrangements.hpp"
#include "railyard/search/block_graph.hpp"
#include "railyard/search/place_search.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

// Bytes between domains of the best of all ways to deal so many ranks to domains of so many.
class BestDeal {
  public:
    BestDeal(const BlockGraph& graph, std::uint32_t largest) : graph_(graph), largest_(largest) {
        place_of_.assign(graph.edges.size(), 0);
    }
    double run() {
        deal(0, 0);
        return best_;
    }

  private:
    void deal(std::size_t rank, std::uint32_t used) {
        if (rank == place_of_.size()) {
            best_ = std::min(best_, bytes_apart(graph_, place_of_));
            return;
        }
        for (std::uint32_t d = 0; d <= used; ++d) {
            const auto here =
                std::count(place_of_.begin(), place_of_.begin() + static_cast<std::ptrdiff_t>(rank), d);
            if (static_cast<std::uint32_t>(here) >= largest_) continue;
            place_of_[rank] = d;
            deal(rank + 1, std::max(used, d + 1));
        }
    }

    const BlockGraph& graph_;
    std::uint32_t largest_;
    std::vector<std::uint32_t> place_of_;
    double best_ = 1e300;
};

Layout small(std::uint32_t tp, std::uint32_t cp, std::uint32_t pp, std::uint32_t dp, std::uint32_t ep = 1) {
    Layout layout = test::small_space(ep > 1 ? "mixtral-8x7b" : "megatron-1.7b", 1, 1).base;
    layout.degrees = {tp, cp, pp, dp, ep, 1};
    layout.order = test::order_of("tp,cp,dp,pp");
    layout.batch = {dp * pp, 1, 2048};
    return layout;
}

TEST_CASE("no deal of ranks to domains sends less, tried one by one") {
    const std::vector<Layout> layouts = {small(2, 1, 2, 2), small(4, 1, 1, 2),   small(1, 2, 2, 2),
                                         small(1, 1, 4, 2), small(1, 1, 1, 8),   small(2, 1, 1, 4, 4),
                                         small(3, 1, 1, 3), small(1, 1, 2, 4, 2)};
    for (const Layout& layout : layouts) {
        const Volumes volumes = reference_volumes(layout);
        for (const std::uint32_t largest : {2U, 3U, 4U, 6U}) {
            const double best = BestDeal(block_graph(layout, volumes, 1), largest).run();
            CHECK(network_floor(layout, volumes, largest).raw() <= best * (1 + 1e-9));
        }
    }
}

TEST_CASE("it is met where tensor groups fill a domain, and nothing must leave a domain that holds all") {
    // tp 8 in boxes of 8, one stage: dp leaves whole, which is all that there is beside tp.
    const Layout layout = test::shipped_layout("megatron-18.4b");
    const Topology boxes = load_topology(test::shipped_library(), "hgx-a100").topology;
    const auto answer = place_best(boxes, layout, test::reference_times(), {});
    const Volumes volumes = reference_volumes(layout);
    REQUIRE_FALSE(answer.best.empty());
    CHECK(answer.best.front().network / answer.network_floor == doctest::Approx(1).epsilon(1e-4));
    CHECK(network_floor(layout, volumes, 256).raw() == 0);
    CHECK(network_floor(layout, volumes, 255).raw() > 0);
}

}  // namespace
}  // namespace railyard::search
