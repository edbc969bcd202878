#include "railyard/estimate/load_constants.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "railyard/output/calibration_yaml.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const std::string path = std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration;

TEST_CASE("the shipped calibration knows every NVIDIA GPU that is shipped, and has bands") {
    const Calibration calibration = load_calibration(path);
    CHECK(calibration.gpus.size() == 10);
    CHECK(calibration.platforms.size() == 3);
    CHECK(!calibration.bands.empty());
    // Nearly every constant moves some run by half a percent when it moves by ten.
    std::size_t decided = 0;
    for (const auto& rows : calibration.rows) decided += rows.empty() ? 0U : 1U;
    CHECK(decided >= 20);
}

}  // namespace
}  // namespace railyard
