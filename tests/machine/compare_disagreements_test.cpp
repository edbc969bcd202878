#include <doctest/doctest.h>

#include "railyard/machine/lane_totals.hpp"
#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed merged(const std::string& one, const std::string& other) {
    Observed all = read_fixture(one);
    REQUIRE_FALSE(merge(all, read_fixture(other)).has_value());
    compare_lane_totals(all);
    return all;
}

}  // namespace

TEST_CASE("what hangs on a disagreement are the groups at the GPU that it is about") {
    // tp 2: GPU 2 is rank 2 of tp group 1 and of dp group 0; all of the box is one NVLink domain.
    const Checked job("hgx-h200", 8, 2);
    const Findings findings = job.findings(merged("hgx-h200-topo.txt", "hgx-h200-nvlink-gpu2-two-down.txt"));
    const Finding found = at_place(findings, "host 0, GPU 2");
    CHECK(found.severity == Severity::mismatch);
    CHECK(found.seen.find("NV18 to 7 of 7 other GPUs (") == 0);
    CHECK(found.seen.find("against 16 NVLinks up (") != std::string::npos);
    CHECK(found.meaning ==
          "tp group 1, dp group 0 hang on which of the two is true; links went down or came up between the "
          "two: capture both again");
}

TEST_CASE("pairs that disagree name the groups that hold both GPUs") {
    const Findings findings =
        Checked("hgx-h200", 8, 2).findings(merged("hgx-h200.xml", "hgx-h200-topo-gpu1-lost.txt"));
    const Finding found = at_place(findings, "host 0xa1, GPU 1 to 7 others");
    CHECK(found.severity == Severity::mismatch);
    CHECK(found.meaning.starts_with("tp group 0, dp group 1 hang on which of the two is true; "));
}

TEST_CASE("a disagreement where no rank sits is a warning, without a job the cause alone is told") {
    const Observed all = merged("hgx-h200-topo.txt", "hgx-h200-nvlink-gpu2-two-down.txt");
    const Finding idle = at_place(Checked("hgx-h200", 2, 2).findings(all), "host 0, GPU 2");
    CHECK(idle.severity == Severity::warning);
    CHECK(idle.meaning.starts_with("no rank of this job sits there; links went down"));
    const Topology topology = load_topology(test::shipped_library(), "hgx-h200").topology;
    const Finding alone =
        at_place(compare(topology, all, match_servers(topology, all), std::nullopt), "host 0, GPU 2");
    CHECK(alone.severity == Severity::mismatch);
    CHECK(alone.meaning.starts_with("links went down"));
    CHECK(at_place(compare(topology, all, {}, std::nullopt), "host 0, GPU 2").severity == Severity::warning);
}
