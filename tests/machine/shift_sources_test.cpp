#include "railyard/machine/shift_sources.hpp"

#include <doctest/doctest.h>

#include "tests/machine/fixtures.hpp"

using namespace railyard;
using namespace railyard::machine;

TEST_CASE("facts and hosts follow their source, and what is not told stays without one") {
    Observed observed = read_fixture("hgx-h200.xml");
    observed.remarks.push_back({SourceId(0), "line 1", "a remark"});
    shift_sources(observed, 3);
    const ObservedHost& host = observed.hosts.front();
    CHECK(host.sources == std::vector<SourceId>{SourceId(3)});
    CHECK(host.hash.from == SourceId(3));
    CHECK(host.gpus[7].lanes.from == SourceId(3));
    CHECK(host.nics[7].rate.from == SourceId(3));
    CHECK(host.pair(0, 1).lanes.from == SourceId(3));
    CHECK(host.path_to_nic(0, 0).from == SourceId(3));
    CHECK(host.name.from.is_none());
    CHECK(observed.remarks.back().from == SourceId(3));
    CHECK(observed.sources.size() == 1);
}
