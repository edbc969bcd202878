#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed servers(const std::vector<std::string>& fixtures) {
    Observed all;
    Findings findings;
    for (const std::string& name : fixtures)
        REQUIRE_FALSE(merge(all, read_fixture(name), findings).has_value());
    CHECK(findings.empty());
    return all;
}

}  // namespace

TEST_CASE("the odd server out is named, with the groups that change rails at it") {
    const Findings found =
        Checked("hgx-h200", 24)
            .findings(servers({"hgx-h200.xml", "hgx-h200-nics-swapped.xml", "hgx-h200-third.xml"}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box1/server0 (host 0xa2)");
    CHECK(found[0].expected == "gpu0 next to mlx5_0, gpu1 next to mlx5_1, as on 2 of 3 servers");
    CHECK(found[0].seen == "gpu0 next to mlx5_1, gpu1 next to mlx5_0");
    CHECK(found[0].meaning == "dp groups 0 and 1 change rails at this server");
}

TEST_CASE("servers that agree have nothing found") {
    CHECK(Checked("hgx-h200", 16).findings(servers({"hgx-h200.xml", "hgx-h200-third.xml"})).empty());
}
