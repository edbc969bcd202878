#include "railyard/estimate/leaving.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <variant>
#include <vector>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

std::vector<Leaving> leaving(std::string_view topology, const Layout& layout) {
    const Topology on = load_topology(test::shipped_library(), topology).topology;
    const auto result = evaluate(on, layout);
    REQUIRE(std::holds_alternative<Evaluation>(result));
    return what_leaves_nvlink(on, layout, std::get<Evaluation>(result));
}

TEST_CASE("nothing leaves where all is in one domain") {
    CHECK(leaving("gb200-nvl72", test::shipped_layout("gpt3-175b-64")).empty());
}

TEST_CASE("reach and distance: Llama 3 405B on NVL72") {
    const auto found = leaving("gb200-nvl72", test::shipped_layout("llama3-405b-8k"));
    REQUIRE(found.size() == 2);
    // 16 stages, 8 ranks apart: 15 x 8 + 1 ranks from the first to the last. 848 of 7680 hops (design.md).
    CHECK(found[0].dimension == Dimension::pp);
    CHECK(found[0].cause == LeavingCause::reaches_too_far);
    CHECK(found[0].step == 8);
    CHECK(found[0].extent == 121);
    CHECK(found[0].domain == 72);
    CHECK(found[0].hops == 848);
    CHECK(found[0].of_hops == 7680);
    // Replicas are tp x pp = 128 ranks apart.
    CHECK(found[1].dimension == Dimension::dp);
    CHECK(found[1].cause == LeavingCause::neighbours_too_far);
    CHECK(found[1].step == 128);
    CHECK(found[1].hops == 8192);
}

TEST_CASE("a group larger than a domain") {
    const Layout layout = test::shipped_layout("gpt3-175b-64", {{"parallel.tp", "16"}, {"parallel.pp", "4"}});
    const auto found = leaving("hgx-a100", layout);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].dimension == Dimension::tp);
    CHECK(found[0].cause == LeavingCause::larger_than_domain);
    CHECK(found[0].members == 16);
    CHECK(found[0].domain == 8);
    CHECK(found[0].most_domains == 2);
}

TEST_CASE("a group that would fit, but domains end within it") {
    // design.md section 6: tp16 pp4 dp4 packed on NVL72: 72 = 4 x 16 + 8.
    const Layout layout = test::shipped_layout(
        "gpt3-175b-64",
        {{"parallel.tp", "16"}, {"parallel.pp", "4"}, {"parallel.dp", "4"}, {"placement.policy", "packed"}});
    const auto found = leaving("gb200-nvl72", layout);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].dimension == Dimension::tp);
    CHECK(found[0].cause == LeavingCause::lies_across_domains);
    CHECK(found[0].hops == 4);  // design.md: 252/4
}

TEST_CASE("pairs without a link inside a box") {
    const auto found =
        leaving("dgx-1v",
                test::shipped_layout("gpt3-175b-64",
                                     {{"parallel.pp", "1"}, {"parallel.dp", "1"}, {"batch.sequences", "1"}}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].cause == LeavingCause::no_nvlink);
    CHECK(found[0].hops == 2);  // design.md: 6 NVLink, 2 PCIe
}

TEST_CASE("spares and whole blocks bound what a domain holds") {
    // per_domain 64 of 72.
    const auto spared =
        leaving("gb200-nvl72", test::shipped_layout("llama3-405b-8k", {{"placement.per_domain", "64"}}));
    CHECK(spared.at(0).domain == 64);
    // Blocks of 16 leave 8 of 72 unused.
    const Layout blocks =
        test::shipped_layout("llama3-405b-8k", {{"parallel.tp", "16"}, {"parallel.dp", "32"}});
    CHECK(leaving("gb200-nvl72", blocks).at(0).domain == 64);
}

TEST_CASE("how many domains a group of experts spans at least") {
    const auto found = leaving("hgx-h800", test::shipped_layout("deepseek-v3"));
    bool has_ep = false;
    for (const Leaving& entry : found) {
        if (entry.dimension != Dimension::ep) continue;
        has_ep = true;
        CHECK(entry.most_domains == 8);  // 64 over boxes of 8 (user_asks D2)
    }
    CHECK(has_ep);
}

}  // namespace
}  // namespace railyard
