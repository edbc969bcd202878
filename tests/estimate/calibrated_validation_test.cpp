#include "railyard/estimate/calibrated_validation.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const std::string root = std::string(RAILYARD_SOURCE_DIR) + "/";

Calibration shipped() {
    return load_calibration(root + shipped_calibration);
}
FittingRuns published() {
    return prepare_runs(shipped(), load_runs(test::shipped_library(), root + shipped_runs_file));
}

// The goals that the shipped calibration holds; those it misses stand in docs/model.md.
TEST_CASE("the published runs are predicted as well as the documentation says") {
    const auto validation = validate_calibrated(shipped(), published());
    const auto group = [&](const std::string& what) {
        for (const ErrorSummary& s : validation.groups)
            if (s.what == what) return s;
        FAIL(what);
        return ErrorSummary{};
    };
    CHECK(group("Narayanan 2021, Table 1").rows == 10);
    CHECK(group("Narayanan 2021, Table 1").mean <= 2.5);
    CHECK(group("Narayanan 2021, Table 1").worst <= 5);
    CHECK(std::abs(validation.narayanan_drift) <= 4);
    CHECK(group("those and Llama 3").mean <= 3);
    CHECK(group("those and Llama 3").worst <= 6);
    CHECK(group("dense").mean <= 4.05);
    CHECK(group("dense").nine_of_ten <= 9);
    CHECK(group("dense").left_out_nine_of_ten <= 12);
    CHECK(validation.dense_sources_left_out <= 5.5);
    CHECK(group("experts").mean <= 9);
    CHECK(validation.expert_sources_left_out <= 14);
    CHECK(static_cast<double>(validation.dense_pairs.right) >=
          0.9 * static_cast<double>(validation.dense_pairs.pairs));
}

// Two sources of two runs each, all twice as slow as predicted, and a site fitted on them.
TEST_CASE("runs that a site was fitted on are left out without it") {
    FittingRuns runs;
    for (const FittingRun& run : published().runs) {
        if (run.kind != RunKind::dense || runs.runs.size() == 4) continue;
        runs.runs.push_back(run);
        runs.runs.back().id = "own-" + std::to_string(runs.runs.size());
        runs.runs.back().source = runs.runs.size() <= 2 ? "one" : "other";
        runs.runs.back().measured = predicted(run, shipped().constants) * 2;
    }
    const Calibration site = fitted_to_site(shipped(), runs.runs);
    REQUIRE(site.site == doctest::Approx(2 * std::exp(-0.02)));
    const auto validation = validate_calibrated(site, runs);
    CHECK(validation.has_site);
    for (const CalibratedRow& row : validation.rows) {
        CHECK(row.predicted / row.measured == doctest::Approx(std::exp(-0.02)));
        CHECK(row.left_out / row.measured == doctest::Approx(std::exp(-0.04)));  // of the other two
    }
    for (FittingRun& run : runs.runs) run.source = "one";
    for (const CalibratedRow& row : validate_calibrated(site, runs).rows)
        CHECK(row.left_out / row.measured == doctest::Approx(0.5));  // of none
}

TEST_CASE("own runs of one source are left out one by one, and what came from before is told") {
    FittingRuns own;
    for (const FittingRun& run : published().runs) {
        if (own.runs.size() == 24 || run.source.find("MosaicML") != 0) continue;
        own.runs.push_back(run);
        own.runs.back().id = "own-" + std::to_string(own.runs.size());
        own.runs.back().measured = run.measured * (own.runs.size() % 2 == 0 ? 1.15 : 1.0);
    }
    const Calibration fitted = fitted_on(shipped(), own.runs);
    const auto validation = validate_calibrated(fitted, own);
    CHECK(validation.left_out[0] == LeftOut::run);
    CHECK(validation.seen_before == 0);
    CHECK(validation.groups[2].left_out_mean > validation.groups[2].mean);
    // The published runs decided what it keeps.
    CHECK(validate_calibrated(fitted, published()).seen_before > 100);
    // A calibration that never saw these runs leaves nothing out.
    const auto unseen = validate_calibrated(shipped(), own);
    CHECK(unseen.left_out[0] == LeftOut::source);
    for (const CalibratedRow& row : unseen.rows) CHECK(row.left_out == row.predicted);
}

}  // namespace
}  // namespace railyard
