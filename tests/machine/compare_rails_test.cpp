#include <doctest/doctest.h>

#include "tests/machine/comparisons.hpp"

using namespace railyard;
using namespace railyard::machine;

namespace {

Observed servers(const std::vector<std::string>& fixtures) {
    Observed all;
    for (const std::string& name : fixtures) REQUIRE_FALSE(merge(all, read_fixture(name)).has_value());
    CHECK(all.disagreements.empty());
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

namespace {

// The matrix of the fixture with its NICs renamed; without a legend where `stem` is empty.
Observed renamed(const std::string& stem, const std::string& host) {
    std::string text(input::read_source(fixture_path("hgx-h200-topo.txt"))->text());
    if (stem.empty()) text.resize(text.find("NIC Legend"));
    for (std::size_t at = text.find("mlx5_"); at != std::string::npos; at = text.find("mlx5_", at + 1))
        text.replace(at, 5, stem);
    Observed observed = read_text(text, host + ".txt");
    observed.hosts[0].name = {host, SourceId(0)};
    return observed;
}

}  // namespace

TEST_CASE("names of NICs that differ between hosts are no difference: their order counts") {
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, renamed("mlx5_ib", "b")).has_value());
    REQUIRE_FALSE(merge(all, renamed("", "c")).has_value());  // NIC0, NIC1, ...
    CHECK(Checked("hgx-h200", 24).findings(all).empty());
    CHECK(all.disagreements.empty());
}

TEST_CASE("of two servers that differ neither is blamed") {
    const Findings found =
        Checked("hgx-h200", 16).findings(servers({"hgx-h200.xml", "hgx-h200-nics-swapped.xml"}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::mismatch);
    CHECK(found[0].place == "box0/server0 (host 0xa1) and box1/server0 (host 0xa2)");
    CHECK(found[0].seen ==
          "box0/server0 (host 0xa1): gpu0 next to mlx5_0, gpu1 next to mlx5_1; box1/server0 (host 0xa2): "
          "gpu0 next to mlx5_1, gpu1 next to mlx5_0");
    CHECK(found[0].meaning ==
          "dp groups 0 and 1 change rails between the two; the two differ and neither is the majority: a "
          "third server tells which is odd");
}

TEST_CASE("a server whose pairing differs is named by position where names differ") {
    Observed all = renamed("mlx5_", "a");
    REQUIRE_FALSE(merge(all, renamed("mlx5_ib", "b")).has_value());
    REQUIRE_FALSE(merge(all, renamed("ibp", "c")).has_value());
    for (const std::size_t gpu : {std::size_t{2}, std::size_t{3}})
        std::swap(all.hosts[2].path_to_nic(gpu, 2), all.hosts[2].path_to_nic(gpu, 3));
    const Findings found = Checked("hgx-h200", 24).findings(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].place == "box2/server0 (c)");
    CHECK(found[0].seen == "gpu2 next to ibp3 (NIC 4 of 8), gpu3 next to ibp2 (NIC 3 of 8)");
}

TEST_CASE("servers that agree have nothing found") {
    CHECK(Checked("hgx-h200", 16).findings(servers({"hgx-h200.xml", "hgx-h200-third.xml"})).empty());
}
