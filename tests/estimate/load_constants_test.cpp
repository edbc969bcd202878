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

std::string complaint(const std::string& line, const std::string& instead) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    std::string changed = text.str();
    const std::size_t at = changed.find(line);
    REQUIRE(at != std::string::npos);
    const test::TemporaryLibrary folder;
    folder.write("c.yaml", changed.replace(at, line.size(), instead));
    return test::refusal_of([&] { (void)load_calibration(folder.root() + "/c.yaml"); });
}

TEST_CASE("values that cannot be are refused once, with what they may be") {
    const std::string site = complaint("\nconstants:", "\nsite: 0\nconstants:");
    CHECK(site.find("site is outside what it can mean | from 0.1 to 10") != std::string::npos);
    CHECK(complaint("value: 0.", "value: 7.").find("from 0.4 to 1.1") != std::string::npos);
    const std::string negative = complaint("value: ", "value: -");
    CHECK(negative.find("is missing") == std::string::npos);
    CHECK(!negative.empty());
    const std::string misspelt = complaint("product_ampere", "product_amperes");
    CHECK(misspelt.find("did you mean 'product_ampere'?") != std::string::npos);
    CHECK(misspelt.find("is missing") == std::string::npos);
}

TEST_CASE("a file from before a constant was there means that all of the time counts") {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    const auto without = [&](const std::string& name) {
        std::string all = text.str();
        const std::size_t from = all.find("  - name: " + name + "\n");
        const std::size_t to = all.find("  - name: ", from + 1);
        REQUIRE(to != std::string::npos);
        return all.erase(from, to - from);
    };
    const test::TemporaryLibrary folder;
    folder.write("c.yaml", without("tensor_share"));
    const StepConstants constants = load_calibration(folder.root() + "/c.yaml").constants;
    CHECK(constants[StepConstant::tensor_share] == 1);
    CHECK(constants.is_at_home(static_cast<std::size_t>(StepConstant::tensor_share)));
    folder.write("c.yaml", without("tp_overlap"));
    CHECK(test::refusal_of([&] {
              (void)load_calibration(folder.root() + "/c.yaml");
          }).find("tp_overlap is missing") != std::string::npos);
}

TEST_CASE("given numbers may be left out or changed one by one, and keep their source") {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    const std::string all = text.str();
    const std::size_t from = all.find("given:\n");
    REQUIRE(from != std::string::npos);
    const std::size_t to = all.find("gpus:\n", from);
    const auto with = [&](const std::string& section) {
        const test::TemporaryLibrary folder;
        folder.write("c.yaml", all.substr(0, from) + section + all.substr(to));
        return load_calibration(folder.root() + "/c.yaml");
    };
    CHECK(load_calibration(path).constants.given.values == GivenValues{}.values);
    CHECK(with("").constants.given.values == GivenValues{}.values);
    const Calibration own = with(
        "given:\n  - {name: optimizer, value: 20, unit: bytes, source: our profiler}\n"
        "  - {name: low_latency_send, value: 8192}\n");
    GivenValues expected;
    expected[Given::optimizer] = 20;
    expected[Given::low_latency_send] = 8192;
    CHECK(own.constants.given.values == expected.values);
    CHECK(own.platforms.front().curves.low_latency_send == bytes(8192));
    const std::string written = output::calibration_yaml(own);
    CHECK(written.find("value: 20\n") != std::string::npos);
    CHECK(written.find("source: \"our profiler\"") != std::string::npos);
}

TEST_CASE("given numbers that cannot be are refused, with what they may be") {
    const std::string line = "name: optimizer\n    value: 36\n    unit: bytes";
    CHECK(complaint(line, "name: optimiser\n    value: 36").find("did you mean 'optimizer'?") !=
          std::string::npos);
    CHECK(complaint(line, "name: optimizer\n    value: 36\n    unit: us")
              .find("optimizer is not in us | in bytes") != std::string::npos);
    CHECK(complaint(line, "name: optimizer\n    value: 3600").find("from 4 to 100 bytes") !=
          std::string::npos);
}

TEST_CASE("files of runs and of collectives are told from calibrations") {
    const test::TemporaryLibrary folder;
    folder.write("runs.yaml", "- id: mine\n");
    folder.write("c.yaml", "collectives: []\n");
    CHECK(test::refusal_of([&] {
              (void)load_calibration(folder.root() + "/runs.yaml");
          }).find("this is a list of measured runs, not a calibration") != std::string::npos);
    CHECK(test::refusal_of([&] {
              (void)load_calibration(folder.root() + "/c.yaml");
          }).find("railyard calibrate --collectives FILE") != std::string::npos);
}

}  // namespace
}  // namespace railyard
