#include "railyard/estimate/fitting.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

const std::string root = std::string(RAILYARD_SOURCE_DIR) + "/";

Calibration shipped() {
    return load_calibration(root + shipped_calibration);
}
FittingRuns published() {
    return prepare_runs(shipped(), load_runs(test::shipped_library(), root + shipped_runs_file));
}

TEST_CASE("the shipped constants are what fitting the shipped runs gives") {
    const FittingRuns runs = published();
    const StepConstants fitted = fit_constants(runs.runs, StepConstants::start());
    for (const FittingRun& run : runs.runs) {
        if (!run.counts()) continue;
        CHECK_MESSAGE(predicted(run, fitted) / predicted(run, shipped().constants) == Approx(1).epsilon(0.02),
                      run.id);
    }
}

TEST_CASE("half of what one run is off is the site's, and no constant is touched") {
    FittingRuns runs = published();
    std::vector<FittingRun> one = {runs.runs.front()};
    one.front().measured = predicted(one.front(), shipped().constants) * 1.1025;
    const Calibration site = fitted_to_site(shipped(), one);
    CHECK(site.site == Approx(1.05));
    CHECK(site.constants.values == shipped().constants.values);
}

TEST_CASE("runs of quality C decide nothing") {
    FittingRuns runs = published();
    const StepConstants before = fit_constants(runs.runs, StepConstants::start());
    for (FittingRun& run : runs.runs)
        if (!run.counts()) run.measured = run.measured * 10;
    CHECK(fit_constants(runs.runs, StepConstants::start()).values == before.values);
}

}  // namespace
}  // namespace railyard
