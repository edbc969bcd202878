#include "railyard/search/spares.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

TEST_CASE("spares are whole servers that a domain's free GPUs can stand in for, where there are fewest") {
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const auto spares = [&](std::uint32_t per_domain) {
        const Layout layout = test::shipped_layout("llama3-405b-8k");
        return spares_of(racks,
                         std::get<Placement>(place(racks, RankGrid(layout.order, layout.degrees),
                                                   {Policy::aligned, {{Dimension::tp, {}}}, per_domain})));
    };
    const SparePlan reserved = spares(64);
    CHECK(reserved.gpus == 8192);
    CHECK(reserved.domains == 128);
    CHECK(reserved.servers == 18);
    CHECK(reserved.gpus_of_server == 4);
    CHECK(reserved.spare_servers == 2);
    CHECK(spares(0).spare_servers == 0);
    CHECK(spares(0).domains == 114);
}

}  // namespace
}  // namespace railyard::search
