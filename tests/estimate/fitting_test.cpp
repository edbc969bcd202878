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

// The first dense runs of one source and GPU, under ids of their own, as a site would measure them.
std::vector<FittingRun> own_runs(std::size_t count, double times) {
    std::vector<FittingRun> own;
    for (const FittingRun& run : published().runs) {
        if (own.size() == count || run.source.find("MosaicML") != 0 || run.machine.gpu.gpu != "h100")
            continue;
        own.push_back(run);
        own.back().id = "own-" + std::to_string(own.size());
        own.back().origin = RunOrigin::own;
        own.back().measured = predicted(run, shipped().constants) * times;
    }
    REQUIRE(own.size() == count);
    return own;
}

TEST_CASE("constants that own runs do not decide keep the values they started from") {
    const Calibration base = shipped();
    const std::vector<FittingRun> own = own_runs(24, 1.1);
    const Calibration fitted = fitted_on(base, own);
    const auto value = [](const Calibration& c, StepConstant i) { return c.constants[i]; };
    for (const StepConstant kept : {StepConstant::product_ampere, StepConstant::product_hopper_fp8,
                                    StepConstant::expert_product, StepConstant::score_passes}) {
        const auto i = static_cast<std::size_t>(kept);
        CHECK(value(fitted, kept) == value(base, kept));
        CHECK(fitted.rows[i] == base.rows[i]);
    }
    CHECK(value(fitted, StepConstant::product_hopper) < value(base, StepConstant::product_hopper));
    CHECK(fitted.rows[static_cast<std::size_t>(StepConstant::product_hopper)].size() == 24);
    // Ten percent slower on all is found again, not where constants started.
    for (const FittingRun& run : own)
        CHECK(predicted(run, fitted.constants) / run.measured == Approx(1).epsilon(0.02));
    // The first guesses are another start.
    const Calibration afresh = at_first_guesses(base);
    CHECK(afresh.constants.values == StepConstants::start().values);
    CHECK(fitted_on(afresh, own).constants[StepConstant::product_ampere] == Approx(0.8));
}

TEST_CASE("runs of one source are left out one by one, and the band says so") {
    std::vector<FittingRun> own = own_runs(24, 1);
    own[5].measured = own[5].measured * 1.5;  // alone in what it says
    CHECK(left_out_together(own, RunKind::dense) == LeftOut::run);
    const StepConstants fitted = fit_constants(own, shipped().constants.at_home());
    const auto left_out = unseen_predictions(own, fitted);
    // Unseen it is farther off than fitted.
    CHECK(left_out[5] < predicted(own[5], fitted));
    const auto bands = error_bands(own, left_out);
    REQUIRE(!bands.empty());
    CHECK(bands[0].origin == RunOrigin::own);
    CHECK(bands[0].left_out == LeftOut::run);
    for (std::size_t i = 0; i < own.size(); ++i) own[i].source = i < 12 ? "one" : "other";
    CHECK(left_out_together(own, RunKind::dense) == LeftOut::source);
    CHECK(error_bands(own, left_out)[0].left_out == LeftOut::source);
}

TEST_CASE("a run alone of its kind is predicted with the constants of before") {
    std::vector<FittingRun> own = own_runs(1, 1.2);
    const StepConstants fitted = fit_constants(own, shipped().constants.at_home());
    CHECK(predicted(own[0], fitted) > predicted(own[0], shipped().constants));
    CHECK(unseen_predictions(own, fitted)[0] == predicted(own[0], shipped().constants));
}

TEST_CASE("a constant that runs decide only slightly names them") {
    const FittingRuns runs = published();
    const StepConstants constants = shipped().constants;
    CHECK(!deciding_runs(runs.runs, constants, StepConstant::expert_passes).empty());
    CHECK(deciding_runs(runs.runs, constants, StepConstant::expert_passes).size() < 31);
}

}  // namespace
}  // namespace railyard
