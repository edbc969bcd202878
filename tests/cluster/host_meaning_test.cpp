#include "railyard/cluster/host_meaning.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::cluster {
namespace {

// tp 8 over the 8 GPUs of each of two boxes, dp 2 between them.
Finding about(const std::string& name, const std::vector<std::string>& hosts, Touches touches) {
    const Topology topology = test::load_text(
                                  "topology: t\ndomains: [{use: hgx-h200, count: 4}]\n"
                                  "network: {tiers: [{name: n, latency: 1 us}]}\n")
                                  .topology;
    Degrees degrees;
    degrees.tp = 8;
    degrees.dp = 2;
    const RankGrid grid(test::order_of("tp,cp,pp,dp"), degrees);
    const auto placement = std::get<Placement>(place(topology, grid, {}));
    Findings findings = {{Severity::mismatch, name, "a", "b", "one of the two is old"}};
    HostMeaning(topology, PlacedRanks{grid, placement}, hosts)
        .add_to(findings, test::cluster_of("SwitchName=s Nodes=n[1-4]\n"), touches);
    return findings.front();
}

TEST_CASE("a finding about a host of the job names the groups of its ranks") {
    const Finding found = about("n2", {"n1", "n2.site.example"}, Touches::inside_domain);
    CHECK(found.severity == Severity::mismatch);
    CHECK(found.meaning == "tp group 1 hangs on it; one of the two is old");
    CHECK(about("n2", {"n1", "n2"}, Touches::outside_domain).meaning ==
          "dp groups 0, 1, 2, 3 and 4 more hang on it; one of the two is old");
}

TEST_CASE("one about a host without ranks, or of which nobody knows whether it has any") {
    const Finding idle = about("n3", {"n1", "n2", "n3"}, Touches::any);
    CHECK(idle.severity == Severity::warning);
    CHECK(idle.meaning == "no rank of this job sits there; one of the two is old");
    const Finding unknown = about("n3", {}, Touches::any);
    CHECK(unknown.severity == Severity::mismatch);
    CHECK(unknown.meaning ==
          "one of the two is old; --hosts, the hosts of the job, tells which groups hang on it");
    CHECK(about("BlockSizes", {}, Touches::any).meaning == "one of the two is old");
}

}  // namespace
}  // namespace railyard::cluster
