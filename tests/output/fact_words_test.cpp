#include "railyard/output/fact_words.hpp"

#include <doctest/doctest.h>

namespace railyard::output {
namespace {

FactChange change(FactKind kind, double a, double b) {
    return {"it", StepFact{"it", kind, "", a}, StepFact{"it", kind, "", b}};
}

TEST_CASE("facts have their units") {
    CHECK(fact_words(change(FactKind::bandwidth, 450e9, 1.8e12)) == "it 450 GB/s -> 1.8 TB/s");
    CHECK(fact_words(change(FactKind::count, 8192, 1e6)) == "it 8,192 -> 1,000,000");
    CHECK(fact_words(change(FactKind::bytes, 0, 268435456)) == "it 0 B -> 268.4 MB");
    CHECK(fact_words(change(FactKind::seconds, 0.0007138, 5.755)) == "it 713.8 us -> 5.755 s");
    CHECK(fact_words(change(FactKind::flops, 1.959e13, 2.5e15)) == "it 19.59 TFLOP -> 2.5 PFLOP");
    CHECK(fact_words(change(FactKind::compute_rate, 989e12, 2.5e15)) == "it 989 TFLOP/s -> 2.5 PFLOP/s");
    CHECK(fact_words(change(FactKind::share, 0.25, 1)) == "it 0.25 -> 1");
    CHECK(fact_words({"GPU", StepFact{"GPU", FactKind::words, "h100"},
                      StepFact{"GPU", FactKind::words, "gb200"}}) == "GPU h100 -> gb200");
    CHECK(fact_text({"rate", FactKind::bandwidth, "", 48.5e9}) == "48.5 GB/s");
}

TEST_CASE("as many digits as tell two numbers apart") {
    CHECK(fact_words(change(FactKind::bandwidth, 1.154321e12, 1.154399e12)) ==
          "it 1.1543 TB/s -> 1.1544 TB/s");
}

TEST_CASE("a fact of one design says which") {
    CHECK(fact_words({"micro-batches", std::nullopt, StepFact{"micro-batches", FactKind::count, "", 32}}) ==
          "micro-batches 32 (in B)");
}

}  // namespace
}  // namespace railyard::output
