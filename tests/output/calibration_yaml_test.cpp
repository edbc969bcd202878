#include "railyard/output/calibration_yaml.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "railyard/estimate/load_constants.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

const std::string path = std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration;

TEST_CASE("what is written is read again as it was") {
    const Calibration calibration = load_calibration(path);
    const test::TemporaryLibrary folder;
    folder.write("again.yaml", output::calibration_yaml(calibration));
    const Calibration again = load_calibration(folder.root() + "/again.yaml");
    CHECK(output::calibration_yaml(again) == output::calibration_yaml(calibration));
}

}  // namespace
}  // namespace railyard
