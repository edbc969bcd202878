#include "railyard/machine/nccl_links.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

constexpr SourceId self{0};

PciAddress address(const std::string& text) {
    return *parse_pci(text);
}

// GPUs at 0000:01:00.0 and on.
ObservedHost host_of(std::size_t gpus) {
    ObservedHost host;
    host.gpus.resize(gpus);
    for (std::size_t i = 0; i < gpus; ++i)
        host.gpus[i].pci = {address("0000:0" + std::to_string(i + 1) + ":00.0"), self};
    host.resize_tables(0, 0);
    return host;
}

NvlinkRow row(std::size_t gpu, NvlinkTarget kind, const std::string& target, std::uint32_t count) {
    return {gpu, kind, target.empty() ? PciAddress{} : address(target), count};
}

}  // namespace

TEST_CASE("links into switches join every pair, and each switch has its own number") {
    ObservedHost host = host_of(2);
    set_nvlinks(
        host,
        {row(0, NvlinkTarget::nvswitch, "0000:c2:00.0", 2), row(0, NvlinkTarget::nvswitch, "0000:c1:00.0", 4),
         row(1, NvlinkTarget::nvswitch, "0000:c1:00.0", 3)},
        {1, 1}, self);
    CHECK(host.gpus[0].lanes.value == 6);
    CHECK(host.pair(0, 1).lanes.value == 3);  // the poorer of the two
    CHECK(host.pair(0, 1).path.value == Path::nvlink);
    CHECK(host.switches.size() == 2);
    CHECK(host.gpus[0].to_switches.value ==
          std::vector<LinksTo>{{address("0000:c1:00.0"), 4}, {address("0000:c2:00.0"), 2}});
}

TEST_CASE("direct links join their pair alone, and those to a GPU that is not there join none") {
    ObservedHost host = host_of(3);
    set_nvlinks(host,
                {row(0, NvlinkTarget::gpu, "0000:02:00.0", 4), row(1, NvlinkTarget::gpu, "0000:01:00.0", 4),
                 row(2, NvlinkTarget::gpu, "0000:77:00.0", 4)},
                {1, 1, 1}, self);
    CHECK(host.pair(0, 1).lanes.value == 4);
    CHECK(host.pair(0, 2).lanes.value == 0);
    CHECK(host.gpus[2].lanes.value == 4);
    CHECK_FALSE(host.gpus[0].to_switches.known());
}

TEST_CASE("of links that go to their own GPU, the pairs are not told") {
    ObservedHost host = host_of(3);
    set_nvlinks(host, {row(0, NvlinkTarget::itself, "", 12), row(1, NvlinkTarget::itself, "", 12)}, {1, 1, 1},
                self);
    CHECK(host.gpus[0].lanes.value == 12);
    CHECK_FALSE(host.pair(0, 1).lanes.known());
    CHECK(host.pair(0, 2).lanes.value == 0);  // GPU 2 has none at all
}

TEST_CASE(
    "a GPU without rows beside others with rows lost its links, and where none has any it is not told") {
    ObservedHost lost = host_of(2);
    set_nvlinks(lost, {row(0, NvlinkTarget::unseen, "", 18)}, {1, 1}, self);
    CHECK(lost.gpus[1].lanes.value == 0);
    ObservedHost untold = host_of(2);
    set_nvlinks(untold, {}, {1, 1}, self);
    CHECK_FALSE(untold.gpus[1].lanes.known());
    ObservedHost dumped = host_of(2);
    dumped.hash = {"0xa1", self};
    set_nvlinks(dumped, {}, {1, 0}, self);
    CHECK(dumped.gpus[0].lanes.value == 0);
    CHECK_FALSE(dumped.gpus[1].lanes.known());
}
