#include "railyard/cluster/alike_hosts.hpp"

#include <doctest/doctest.h>

#include "tests/support/clusters.hpp"

namespace railyard::cluster {
namespace {

Cluster hosts() {
    return test::cluster_of("SwitchName=s Nodes=n[0-99]\n");
}

Finding at(Severity severity, const std::string& place, const std::string& seen = "100 Gb/s") {
    return {severity, place, "400 Gb/s", seen, ""};
}

}  // namespace

TEST_CASE("hosts of which the same is found are one finding") {
    const Findings told = told_once({at(Severity::warning, "n1"), at(Severity::mismatch, "n2"),
                                     at(Severity::warning, "n3"), at(Severity::warning, "n4", "200 Gb/s")},
                                    hosts(), 10);
    REQUIRE(told.size() == 3);
    CHECK(told[0].place == "n[1,3]");
    CHECK(told[1].place == "n2");
    CHECK(told[2].place == "n4");
}

TEST_CASE("places that are no hosts stay as they are") {
    CHECK(told_once({at(Severity::warning, "blocks"), at(Severity::warning, "blocks")}, hosts(), 10).size() ==
          2);
}

TEST_CASE("of many the weightiest are told, and that there are more, whose weight counts") {
    Findings many;
    for (int i = 0; i < 20; ++i)
        many.push_back(at(Severity::warning, "n" + std::to_string(i), std::to_string(i)));
    many.push_back(at(Severity::mismatch, "n50"));
    const Findings told = told_once(many, hosts(), 3);
    REQUIRE(told.size() == 4);
    CHECK(told[0].place == "n50");
    CHECK(told[3].severity == Severity::warning);
    CHECK(told[3].seen == "18 more findings like those above");
    for (Finding& each : many) each.severity = Severity::mismatch;
    CHECK(told_once(many, hosts(), 3).back().severity == Severity::mismatch);
}

TEST_CASE("long lists of hosts are cut") {
    Findings all;
    for (int i = 0; i < 100; ++i) all.push_back(at(Severity::warning, "n" + std::to_string(i)));
    const Findings told = told_once(all, hosts(), 3);
    REQUIRE(told.size() == 1);
    CHECK(told[0].place == "n[0-63] and 36 more");
    // Names without a common beginning: 8 x 12 letters do not fit, half of them do.
    Cluster apart;
    Findings each;
    for (char c = 'a'; c < 'a' + 8; ++c) {
        apart.hosts.obtain(std::string(12, c));
        each.push_back(at(Severity::warning, std::string(12, c)));
    }
    CHECK(told_once(each, apart, 3)[0].place ==
          "aaaaaaaaaaaa,bbbbbbbbbbbb,cccccccccccc,dddddddddddd and 4 more");
}

}  // namespace railyard::cluster
