#include "railyard/sweep/sweep_notes.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/load_calibration.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::sweep {
namespace {

std::string notes_of(const std::string& text) {
    const auto library = test::shipped_library();
    const Plan plan = load_plan(input::parse_yaml(input::make_source("s.yaml", text)));
    const DesignPoints points(library, plan, 0.47);
    std::string all;
    for (const std::string& note : notes_on(points, plan)) all += note + "\n";
    return all;
}

TEST_CASE("figures of a bill that are asked for tell what is left out") {
    const std::string begin = "sweep: s\ntopology: [gb200-nvl72, hgx-h100]\nlayout: gpt3-175b-64\n";
    // The usual columns have the cost, and are not asked for.
    CHECK(notes_of(begin).empty());
    const std::string none = notes_of(begin + "columns: [cost]\n");
    CHECK(none.find("gb200-nvl72: no part of gb200-nvl72 has a cost") != std::string::npos);
    CHECK(none.find("hgx-h100: no part of hgx-h100 has a cost") != std::string::npos);
    // What is true of both is said once, without their names.
    const std::string some = notes_of(begin + "columns: [power_kw]\nset: {power: 700 W}\n");
    CHECK(some.starts_with("power leaves out servers, NICs"));
    CHECK(some.find("leaves out servers", 20) == std::string::npos);
}

TEST_CASE("a peak on an axis is told where times were measured") {
    const std::string text =
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\n"
        "axes: {peak.fp16: [989 TFLOP/s, 2 PFLOP/s]}\ncolumns: [step_seconds]\n";
    CHECK(notes_of(text + "times: calibrated\n").find("was not measured") != std::string::npos);
    CHECK(notes_of(text + "times: reference\n").empty());
}

// gb200-nvl72.yaml has an effective rate of NVLink, and none of PCIe.
TEST_CASE("an effective rate that went with a nominal one is told") {
    const auto text = [](const char* topology, const char* axis) {
        return std::string("sweep: s\ntopology: ") + topology +
               "\nlayout: gpt3-175b-64\ntimes: reference\ncolumns: [step_seconds]\naxes:\n  - " + axis;
    };
    const std::string nominal = "scale_up.link.bandwidth_per_direction: [25 GB/s, 50 GB/s]";
    const std::string both = "{" + nominal + ", scale_up.link.effective_per_direction: [20 GB/s, 40 GB/s]}\n";
    const std::string told = notes_of(text("gb200-nvl72", nominal.c_str()) + "\n");
    CHECK(
        told.starts_with("'scale_up.link.effective_per_direction' is taken to be the same share of "
                         "'scale_up.link.bandwidth_per_direction' as in the file: "));
    const std::string pcie = "servers.pcie.bandwidth_per_direction: [32 GB/s, 64 GB/s]\n";
    CHECK(notes_of(text("gb200-nvl72", pcie.c_str())).find("effective_per_direction") == std::string::npos);
    CHECK(notes_of(text("gb200-nvl72", both.c_str())).empty());
}

TEST_CASE("axes along which no figure changes are named") {
    const std::string text =
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\ntimes: reference\n"
        "columns: [step_seconds]\naxes:\n";
    CHECK(notes_of(text + "  nics.bandwidth_per_direction: [200 Gb/s, 400 Gb/s]\n").empty());
    CHECK(notes_of(text + "  nics.bandwidth_per_direction: [200 Gb/s, 400 Gb/s]\n"
                          "  scale_up.link.effective_per_direction: [20 GB/s, 25 GB/s]\n") ==
          "'scale_up.link.effective_per_direction' changes none of the figures at the points that were "
          "compared: no model of times goes by it\n");
    // Nothing to compare: one of the two cannot be.
    CHECK(notes_of(text + "  parallel.dp: [1, 1000003]\n").empty());
}

}  // namespace
}  // namespace railyard::sweep
