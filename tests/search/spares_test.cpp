#include "railyard/search/spares.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "railyard/search/replan.hpp"
#include "railyard/topology/names.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::search {
namespace {

std::vector<std::vector<std::uint32_t>> spares(const Topology& topology, std::uint32_t per_domain) {
    const Layout layout = test::shipped_layout("llama3-405b-8k");
    const SparePlan plan =
        spares_of(topology, std::get<Placement>(place(topology, RankGrid(layout.order, layout.degrees),
                                                      {Policy::aligned, {{Dimension::tp, {}}}, per_domain})));
    CHECK(plan.gpus == 8192);
    std::vector<std::vector<std::uint32_t>> domains;
    for (const DomainSpares& alike : plan.domains)
        domains.push_back({alike.domains, alike.gpus, alike.spare_servers});
    return domains;
}

TEST_CASE("spares are whole servers that a domain's free GPUs can stand in for") {
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    CHECK(spares(racks, 64) == std::vector<std::vector<std::uint32_t>>{{128, 72, 2}});
    // 113 full racks hold 8,136 ranks; the last holds 56 and has 16 GPUs, four trays, free.
    CHECK(spares(racks, 0) == std::vector<std::vector<std::uint32_t>>{{113, 72, 0}, {1, 72, 4}});
}

TEST_CASE("where a tray is down its rack has one spare less, and the others keep theirs") {
    const Topology racks = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    const auto tray = std::get<GpuRange>(parse_name(racks, "rack3/tray7"));
    std::vector<GpuId> down;
    for (std::uint32_t i = 0; i < tray.count; ++i) down.emplace_back(tray.first.value() + i);
    CHECK(spares(without(racks, down), 64) ==
          std::vector<std::vector<std::uint32_t>>{{1, 68, 1}, {127, 72, 2}});
}

}  // namespace
}  // namespace railyard::search
