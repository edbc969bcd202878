#include "railyard/estimate/load_runs.hpp"

#include <doctest/doctest.h>

#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

TEST_CASE("the ten rows of Narayanan and the three of Llama 3 are shipped") {
    const auto runs = shipped_runs(test::shipped_library());
    CHECK(runs.size() == 13);
    for (const auto& run : runs) CHECK(std::holds_alternative<PublishedRun>(run));
}

}  // namespace
}  // namespace railyard
