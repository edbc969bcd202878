#include "railyard/output/compare_amounts.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

TEST_CASE("memory, cost and power have their reasons") {
    Comparison comparison;
    comparison.memory.parts = {{"weights", gibibytes(6), gibibytes(6)},
                               {"activations", gibibytes(48), gibibytes(72)}};
    comparison.memory.facts = {
        {"saves", StepFact{"saves", FactKind::words, "lean"}, StepFact{"saves", FactKind::words, "all"}}};
    comparison.cost = {{"spine switches", 128, 32, 20000.0, 20000.0},
                       {"servers", 0, 8, std::nullopt, 50000.0}};
    comparison.power = {{"GPUs", 1024, 1024, 700.0, 1200.0}};
    CHECK(compare_amounts(comparison) ==
          "\nwhy, of the fullest GPU and of the machine:\n"
          "  memory   activations 48 GiB -> 72 GiB; saves lean -> all\n"
          "  cost     spine switches 128 at 20,000 -> 32 at 20,000; servers none -> 8 at 50,000\n"
          "  power    GPUs 1,024 at 700 W -> 1,024 at 1.2 kW\n");
}

TEST_CASE("what is the same has no reasons") {
    Comparison comparison;
    comparison.memory.parts = {{"weights", gibibytes(6), gibibytes(6)}};
    comparison.memory.facts = {
        {"tp", StepFact{"tp", FactKind::count, "", 4}, StepFact{"tp", FactKind::count, "", 8}}};
    CHECK(compare_amounts(comparison).empty());
}

}  // namespace
}  // namespace railyard::output
