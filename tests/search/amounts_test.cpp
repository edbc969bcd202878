#include "railyard/search/amounts.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

StepFact number(const char* name, double value) {
    return {name, FactKind::count, "", value};
}

TEST_CASE("facts that differ, and those that one has alone") {
    const auto changes = fact_changes({number("same", 1), number("other", 2), number("of a", 3)},
                                      {number("of b", 4), number("other", 5), number("same", 1 + 1e-12)});
    REQUIRE(changes.size() == 3);
    CHECK(changes[0].name == "other");
    CHECK(changes[0].b->value == 5);
    CHECK(changes[1].name == "of a");
    CHECK_FALSE(changes[1].b);
    CHECK(changes[2].name == "of b");
    CHECK_FALSE(changes[2].a);
}

TEST_CASE("the memory of the fullest GPUs, part by part") {
    const Layout lean = test::shipped_layout("llama3-405b-8k");
    const Layout all = test::shipped_layout("llama3-405b-8k", {{"saves", "all"}});
    const MemoryChange change = memory_change(lean, all);
    REQUIRE(change.parts.size() == 4);
    for (const MemoryPartChange& part : change.parts)
        CHECK((part.a.raw() != part.b.raw()) == (part.part == "activations"));
    REQUIRE(change.facts.size() == 1);
    CHECK(change.facts[0].name == "saves");
}

// The counts: tests/topology/cabling_test.cpp derives them. 128 servers of a DGX SuperPOD, four of them at a
// leaf of each of 8 rails.
TEST_CASE("a bill's parts whose sums differ, the largest difference first") {
    const auto with = [](const char* oversubscription, const char* gpu) {
        TopologySettings set;
        set.topology = {
            input::setting_from_text("network.tiers.spine.switch_cost", "20000", ""),
            input::setting_from_text("network.tiers.spine.oversubscription", oversubscription, "")};
        set.gpu = {input::setting_from_text("cost", gpu, "")};
        return load_topology(test::shipped_library(), "dgx-h100-superpod", ".", set).topology;
    };
    const Topology wide = with("1", "30000");
    const Topology thin = with("4", "30000");
    const auto changes = bill_changes({wide, 128}, {thin, 128}, Billed::cost);
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].part == "spine switches");
    CHECK(changes[0].count_a == 4 * changes[0].count_b);
    CHECK(changes[0].each_a == 20000);
    // Twice the machine, and GPUs at another price.
    const Topology dear = with("1", "40000");
    const auto more = bill_changes({wide, 128}, {dear, 256}, Billed::cost);
    REQUIRE(more.size() == 2);
    CHECK(more[0].part == "GPUs");
    CHECK(more[0].count_a == 1024);
    CHECK(more[0].count_b == 2048);
    CHECK(more[0].each_b == 40000);
    CHECK(more[0].sum_b() - more[0].sum_a() == 2048 * 40000.0 - 1024 * 30000.0);
    CHECK(bill_changes({wide, 128}, {thin, 128}, Billed::power).empty());
}

}  // namespace
}  // namespace railyard
