#include "railyard/estimate/calibrated_estimate.hpp"

#include <doctest/doctest.h>

#include <variant>

#include "railyard/estimate/load_constants.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}

CalibratedEstimate estimate(const Layout& layout, const std::string& on, const Calibration& calibration) {
    const Topology topology = load_topology(test::shipped_library(), on).topology;
    const auto result = evaluate(topology, layout);
    auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), calibration);
    REQUIRE(std::holds_alternative<CalibratedEstimate>(answer));
    return std::get<CalibratedEstimate>(std::move(answer));
}

TEST_CASE("the reasons add up to the step, longest first, and a band stands beside them") {
    const auto answer = estimate(test::shipped_layout("llama3-405b-8k"), "llama3-24k", shipped());
    Seconds sum;
    for (std::size_t i = 0; i < answer.reasons.size(); ++i) {
        sum += answer.reasons[i].time;
        if (i > 0) CHECK(answer.reasons[i].time <= answer.reasons[i - 1].time);
        CHECK(!answer.reasons[i].bound.empty());
    }
    CHECK(sum.raw() == Approx(answer.estimate.step.total().raw()));
    REQUIRE(answer.band);
    CHECK(answer.band->kind == RunKind::dense);
    CHECK(answer.band->percent > 0);
}

TEST_CASE("a GPU that was not measured is named") {
    const Topology topology = load_topology(test::shipped_library(), "mi300x-8").topology;
    const Layout layout = test::shipped_layout("megatron-1.7b");
    const auto result = evaluate(topology, layout);
    const auto answer = estimate_calibrated(topology, layout, std::get<Evaluation>(result), shipped());
    REQUIRE(std::holds_alternative<std::string>(answer));
    CHECK(std::get<std::string>(answer).find("mi300x") != std::string::npos);
}

}  // namespace
}  // namespace railyard
