#include "railyard/estimate/load_calibration.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"
#include "tests/support/one_line.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

TEST_CASE("eta is fitted on the 1.7B row: 0.4733 (design.md section 7)") {
    const ReferenceCalibration calibration = calibrate_reference(test::shipped_library());
    CHECK(calibration.eta == doctest::Approx(0.4733).epsilon(0.5e-4 / 0.4733));
    CHECK(calibration.row == "megatron-1.7b");
    CHECK(calibration.topology == "hgx-a100");
}

// What is said when a library of the user's own stands before the shipped one.
std::string complaint(const std::string& published) {
    test::TemporaryLibrary files;
    files.write("layouts/megatron-1.7b.yaml", R"(layout: megatron-1.7b
model: megatron-1.7b
parallel: {tp: 1, cp: 1, pp: 1, dp: 32}
batch: {sequences: 512, micro: 16, length: 2048}
)" + published);
    try {
        (void)calibrate_reference(files.library());
    } catch (const InputError& error) {
        return test::one_line(error.what());
    }
    return "";
}

TEST_CASE("a row that cannot be fitted says so, and what may be the reason") {
    CHECK(complaint("").find("cannot be calibrated on megatron-1.7b: it has no published figure") !=
          std::string::npos);
    CHECK(complaint("published: {step_seconds: 0.01, source: nobody}\n")
              .find("its communication alone takes longer than the step") != std::string::npos);
    CHECK(complaint("").find("is one of your own files found under this name?") != std::string::npos);
    CHECK(complaint("published: {step_seconds: 3, source: nobody}\n").empty());
}

}  // namespace
}  // namespace railyard
