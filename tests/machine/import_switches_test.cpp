#include "railyard/machine/import_switches.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

constexpr SourceId self{0};

using Links = std::vector<std::pair<int, std::uint32_t>>;  // switch, links to it

// A server with a list of switch links for each GPU; an empty list is a GPU that lost all.
ObservedHost host_of(const std::vector<Links>& gpus) {
    ObservedHost host;
    std::set<int> switches;
    for (std::uint32_t i = 0; i < gpus.size(); ++i) {
        ObservedGpu gpu;
        gpu.index = {i, self};
        gpu.lanes = {0, self};
        std::vector<LinksTo> links;
        for (const auto& [number, lanes] : gpus[i]) {
            const PciAddress at = *parse_pci("0000:c" + std::to_string(number) + ":00.0");
            links.push_back({at, lanes});
            gpu.lanes.value = *gpu.lanes.value + lanes;
            if (switches.insert(number).second) host.switches.push_back({at, self});
        }
        if (!links.empty()) gpu.to_switches = {links, self};
        host.gpus.push_back(gpu);
    }
    host.resize_tables(0, 0);
    return host;
}

}  // namespace

TEST_CASE("GPUs that reach the same switches are on one board, with the links that each has") {
    const Links both = {{1, 5}, {2, 4}};
    const auto spread = spread_over_switches(host_of({both, both, {}, both}));
    REQUIRE(spread);
    CHECK(spread->boards == 1);
    CHECK(spread->links == std::vector<std::uint32_t>{5, 4});
    CHECK(spread_over_switches(host_of({both, {{1, 3}, {2, 4}}}))->links == std::vector<std::uint32_t>{3, 4});
}

TEST_CASE("halves that reach switches of their own are on two boards") {
    const Links first = {{1, 1}, {2, 1}};
    const Links second = {{3, 1}, {4, 1}};
    const auto spread = spread_over_switches(host_of({first, first, second, second}));
    REQUIRE(spread);
    CHECK(spread->boards == 2);
    CHECK(spread->links == std::vector<std::uint32_t>{1, 1});
    CHECK_FALSE(spread_over_switches(host_of({first, second, first, second})));
    CHECK_FALSE(spread_over_switches(host_of({first, first, first, second})));
    CHECK_FALSE(spread_over_switches(host_of({first, first, second})));
    CHECK_FALSE(spread_over_switches(host_of({first, {{2, 1}, {3, 1}}})));  // one switch is shared
    CHECK_FALSE(spread_over_switches(host_of({{{1, 1}}, {{2, 1}}, {{3, 1}}})));
}

TEST_CASE("what is not told is not spread") {
    ObservedHost host = host_of({{{1, 2}}, {{1, 2}}});
    host.gpus[1].to_switches = {};
    CHECK_FALSE(spread_over_switches(host));
    CHECK_FALSE(spread_over_switches(host_of({{}, {}})));
    host = host_of({{{1, 2}}});
    host.switches.push_back({*parse_pci("0000:c9:00.0"), self});  // seen, and no GPU reaches it
    CHECK_FALSE(spread_over_switches(host));
}
