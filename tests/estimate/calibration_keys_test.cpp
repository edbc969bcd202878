#include "railyard/estimate/calibration_keys.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "railyard/estimate/load_constants.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

TEST_CASE("mistakes are named with their places") {
    const test::TemporaryLibrary folder;
    folder.write(
        "bad.yaml",
        "calibration: mine\nconstants:\n  - {name: speed_of_light, value: 1}\ngpus: []\nplatforms: []\n");
    const auto message = test::refusal_of([&] { (void)load_calibration(folder.root() + "/bad.yaml"); });
    CHECK(message.find("bad.yaml:3:12: there is no constant 'speed_of_light'") != std::string::npos);
    CHECK(message.find("product_ampere is missing") != std::string::npos);
}

}  // namespace
}  // namespace railyard
