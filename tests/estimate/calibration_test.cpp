#include "railyard/estimate/calibration.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

TEST_CASE("the narrowest band counts") {
    Calibration calibration;
    calibration.bands = {{RunKind::dense, std::nullopt, 0, 8, 100, 0, 0, {}},
                         {RunKind::dense, Generation::hopper, 0, 6, 50, 0, 0, {}},
                         {RunKind::dense, Generation::hopper, 64, 5, 20, 0, 0, {}},
                         {RunKind::experts, Generation::ampere, 0, 9, 10, 0, 0, {}}};
    CHECK(band_of(calibration, {RunKind::dense, Generation::hopper, 64, 2048, JobLinks::nvlink})->percent ==
          5);
    CHECK(band_of(calibration, {RunKind::dense, Generation::hopper, 65, 2048, JobLinks::nvlink})->percent ==
          6);
    CHECK(band_of(calibration, {RunKind::dense, Generation::ampere, 8, 2048, JobLinks::nvlink})->percent ==
          8);
    CHECK(!band_of(calibration, {RunKind::experts, Generation::hopper, 8, 2048, JobLinks::nvlink}));
}

TEST_CASE("a generation that nobody measured has no band, not even the one of all") {
    Calibration calibration;
    calibration.bands = {{RunKind::dense, std::nullopt, 0, 8, 100, 0, 0, {}},
                         {RunKind::dense, Generation::hopper, 0, 6, 50, 0, 0, {}}};
    CHECK(!band_of(calibration, {RunKind::dense, Generation::volta, 8, 2048, JobLinks::nvlink}));
}

TEST_CASE("a band speaks for lengths and links that its runs had, and no wider one for the generation") {
    Calibration calibration;
    calibration.bands = {
        {RunKind::dense, std::nullopt, 0, 8, 100, 1024, 8192, {JobLinks::nvlink}},
        {RunKind::dense, Generation::hopper, 0, 9, 50, 2048, 8192, {JobLinks::nvlink, JobLinks::network}},
        {RunKind::dense, Generation::hopper, 64, 7, 20, 2048, 4096, {JobLinks::nvlink}}};
    const auto percent = [&](std::uint32_t length, JobLinks links) {
        const auto band = band_of(calibration, {RunKind::dense, Generation::hopper, 8, length, links});
        return band ? band->percent : 0;
    };
    CHECK(percent(4096, JobLinks::nvlink) == 7);
    CHECK(percent(4097, JobLinks::nvlink) == 9);
    CHECK(percent(2048, JobLinks::network) == 9);
    CHECK(percent(1, JobLinks::nvlink) == 0);
    CHECK(percent(1024, JobLinks::nvlink) == 0);  // that of all generations has it, Hopper does not
    CHECK(percent(8193, JobLinks::nvlink) == 0);
    CHECK(percent(2048, JobLinks::pcie) == 0);
}

}  // namespace
}  // namespace railyard
