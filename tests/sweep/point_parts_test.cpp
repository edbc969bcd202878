#include "railyard/sweep/point_parts.hpp"

#include <doctest/doctest.h>

#include "railyard/sweep/load_plan.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::sweep {
namespace {

struct Maker {
    explicit Maker(const std::string& text)
        : library(test::shipped_library()),
          plan(load_plan(input::parse_yaml(input::make_source("s.yaml", text)))),
          files(open_files(library, plan, {})),
          maker(library, plan, files, times) {}
    input::Library library;
    Plan plan;
    OpenedFiles files;
    TimeModel times = 0.48;
    PointMaker maker;
};

TEST_CASE("a point's keys make its machine and its job") {
    const Maker made(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\nset: {nics.per_gpu: 2}\n"
        "axes: {parallel.tp: [4, 8], servers.gpus: [8, 4]}\n");
    CHECK(made.maker.job(0)->layout->degrees.tp == 4);
    CHECK(made.maker.job(2)->layout->degrees.tp == 8);
    const auto machine = made.maker.machine(1);
    REQUIRE(machine->topology);
    CHECK(machine->topology->kinds()[0].servers.gpus == 4);
    CHECK(machine->topology->kinds()[0].nics.count == 2);
    CHECK(machine->evaluator.has_value());
}

TEST_CASE("dp is worked out from a number of GPUs, or why it cannot be") {
    const Maker made(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\nset: {parallel.tp: 8, parallel.pp: 4}\n"
        "axes: {gpus: [64, 48, 0]}\n");
    CHECK(made.maker.job(0)->layout->degrees.dp == 2);
    CHECK(made.maker.job(1)->why_not == "tp x cp x pp = 32 does not divide 48 GPUs");
    CHECK(made.maker.job(2)->why_not.starts_with("gpus: "));
}

TEST_CASE("what cannot be says why") {
    const Maker made(
        "sweep: s\ntopology: hgx-h100\nlayout: gpt3-175b-64\naxes: {servers.gpus: [0], parallel.tp: [0]}\n");
    CHECK(!made.maker.machine(0)->topology);
    CHECK(!made.maker.machine(0)->why_not.empty());
    CHECK(!made.maker.job(0)->layout);
    CHECK(!made.maker.job(0)->why_not.empty());
}

}  // namespace
}  // namespace railyard::sweep
