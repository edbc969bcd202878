#include "railyard/estimate/one_run.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/estimate/load_runs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}

// Three runs of one source on one GPU, measured so many times what the shipped constants say.
FittingRuns site_of(const std::vector<double>& ratios) {
    FittingRuns all = prepare_runs(
        shipped(),
        load_runs(test::shipped_library(), std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_runs_file));
    FittingRuns site;
    for (const double ratio : ratios) {
        site.runs.push_back(all.runs.front());
        site.runs.back().measured = predicted(site.runs.back(), shipped().constants) * ratio;
    }
    return site;
}

TEST_CASE("a site that is slower throughout is half known from one run") {
    const auto validation = validate_one_run(shipped(), site_of({1.1025, 1.1025, 1.1025}));
    REQUIRE(validation.sites.size() == 1);
    const SiteErrors& site = validation.sites.front();
    CHECK(site.runs == 3);
    CHECK(site.unknown == Approx(100 * (1 - 1 / 1.1025)));
    CHECK(site.mean == Approx(100 * (1 - 1 / 1.05)));
    CHECK(site.median == Approx(site.mean));
    CHECK(site.nearest == Approx(site.mean));
    CHECK(site.within_4 == 0);
    REQUIRE(validation.kinds.size() == 1);
    CHECK(validation.kinds.front().sites == 1);
    CHECK(validation.kinds.front().mean == Approx(site.mean));
}

TEST_CASE("a run that is off by itself spoils the others by half of that") {
    const auto validation = validate_one_run(shipped(), site_of({1.0201, 1}));
    const SiteErrors& site = validation.sites.front();
    // 1.0201 from 1: 1 / 1.0201; 1 from 1.0201: 1.01.
    CHECK(site.mean == Approx((100 * (1 - 1 / 1.0201) + 1) / 2));
    CHECK(site.within_4 == 1);
}

TEST_CASE("the run most like the predicted one tells more than any other") {
    // Two are slower by a tenth and tell so of each other; one of twice the width is met.
    FittingRuns runs = site_of({1.1025, 1.1025, 1});
    runs.runs[2].layout.model.hidden *= 2;
    runs.runs[2].measured = predicted(runs.runs[2], shipped().constants);
    const SiteErrors site = validate_one_run(shipped(), runs).sites.front();
    // Each of the two: 1.05 / 1.1025 by the other. The third has two that are as like, and both say 1.05.
    CHECK(site.nearest == Approx((2 * 100 * (1 - 1 / 1.05) + 5) / 3));
    // With any: the third says of the two that they are met.
    CHECK(site.mean == Approx((2 * 100 * (1 - 1 / 1.05) + 2 * 5 + 2 * 100 * (1 - 1 / 1.1025)) / 6));
    // Each of the two is nearer to the others together than the third is: its twin by 1.05, the third
    // by 1.05.
    CHECK(site.typical == Approx((100 * (1 - 1 / 1.05) + 5) / 2));
    // The best factor is the two's own and leaves the third.
    CHECK(site.best == Approx(10.25 / 3));
}

TEST_CASE("two runs that agree are believed two thirds when they tell of a third") {
    // x least in x^2 + 2 (ln 1.06 - x)^2: two thirds of ln 1.06.
    const SiteErrors site = validate_one_run(shipped(), site_of({1.06, 1.06, 1.06})).sites.front();
    CHECK(site.others == Approx(100 * (1 - std::pow(1.06, 2 / 3.0) / 1.06)));
    CHECK(site.best == Approx(0).epsilon(1e-9));
}

TEST_CASE("one run alone, or one of doubt, makes no site") {
    CHECK(validate_one_run(shipped(), site_of({1.1})).sites.empty());
    FittingRuns two = site_of({1.1, 1.2});
    two.runs.back().quality = "C";
    CHECK(validate_one_run(shipped(), two).sites.empty());
}

}  // namespace
}  // namespace railyard
