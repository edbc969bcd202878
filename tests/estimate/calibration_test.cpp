#include "railyard/estimate/calibration.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

TEST_CASE("the narrowest band counts") {
    Calibration calibration;
    calibration.bands = {{RunKind::dense, std::nullopt, 0, 8, 100},
                         {RunKind::dense, Generation::hopper, 0, 6, 50},
                         {RunKind::dense, Generation::hopper, 64, 5, 20},
                         {RunKind::experts, Generation::ampere, 0, 9, 10}};
    CHECK(band_of(calibration, RunKind::dense, Generation::hopper, 64)->percent == 5);
    CHECK(band_of(calibration, RunKind::dense, Generation::hopper, 65)->percent == 6);
    CHECK(band_of(calibration, RunKind::dense, Generation::ampere, 8)->percent == 8);
    CHECK(!band_of(calibration, RunKind::experts, Generation::hopper, 8));
}

TEST_CASE("a generation that nobody measured has no band, not even the one of all") {
    Calibration calibration;
    calibration.bands = {{RunKind::dense, std::nullopt, 0, 8, 100},
                         {RunKind::dense, Generation::hopper, 0, 6, 50}};
    CHECK(!band_of(calibration, RunKind::dense, Generation::volta, 8));
}

}  // namespace
}  // namespace railyard
