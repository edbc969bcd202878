#include "railyard/diagram/cost_charts.hpp"

#include <doctest/doctest.h>

#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/diagram_jobs.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using Problems = std::vector<std::string>;

TEST_CASE("steps: seconds, and milliseconds where all are short") {
    const StepTimes times{seconds(4), seconds(1), {}, {}, seconds(0.5), seconds(0.25), seconds(1)};
    const Scene scene = step_scene("rack", {{"a", "tp 8", times}, {"b", "", times, CostModel::calibrated}});
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">6.750 s</text>") != std::string::npos);
    CHECK(svg.find("time of a step, seconds") != std::string::npos);
    CHECK(svg.find("tp 8; reference model") != std::string::npos);
    CHECK(svg.find(">cp</text>") == std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
    StepTimes fast;
    fast.compute = seconds(0.004);
    CHECK(svg_of(step_scene("rack", {{"a", "", fast}})).find("milliseconds") != std::string::npos);
}

TEST_CASE("memory: against what a GPU offers, and what is free or too much") {
    memory::StageMemory stage;
    stage.weights = gibibytes(10);
    stage.gradients = gibibytes(20);
    stage.activations = gibibytes(5);
    const std::string svg = svg_of(
        memory_scene("rack", {{"fits", "", stage, {gibibytes(40)}}, {"not", "", stage, {gibibytes(30)}}}));
    CHECK(svg.find(">3.0 GiB free</text>") != std::string::npos);  // 40 less 2 reserved less 35
    CHECK(svg.find(">7.0 GiB too much</text>") != std::string::npos);
    CHECK(svg.find(">35.0 GiB</text>") != std::string::npos);
    CHECK(svg.find(">optimizer</text>") == std::string::npos);
}

TEST_CASE("links: each class with its share of the step") {
    const test::DrawnJob job("llama3-405b-8k", "dgx-h100-superpod");
    const auto loads = link_loads(job.topology, job.layout, reference_volumes(job.layout), job.placement());
    const Scene scene = link_load_scene("load", job.topology, loads, seconds(10));
    const std::string svg = svg_of(scene);
    for (const char* name :
         {"NVLinks of a GPU", "NICs of a server", "leaf span into spine", "spine span into core"})
        CHECK(svg.find(name) != std::string::npos);
    CHECK(svg.find(" of the step</text>") != std::string::npos);
    // What the bars are and what stands behind them, with their units.
    CHECK(svg.find("at its full rate (seconds)") != std::string::npos);
    CHECK(svg.find("bytes that it sends in a step, that time, and its share of the step") !=
          std::string::npos);
    CHECK(svg.find(">8,192 GPUs, 450 GB/s per direction each<") != std::string::npos);
    CHECK(svg.find("pxn") == std::string::npos);  // nothing changes rails
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("links: how much of NVLink pxn relays") {
    LinkClassLoad load;
    load.places = 8;
    load.total = gigabytes(400);
    load.relayed = gigabytes(300);
    load.busiest = gigabytes(60);
    load.busiest_relayed = gigabytes(45);
    load.capacity = load.least = load.most = gigabytes_per_second(450);
    const Topology topology = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    const Scene scene = link_load_scene("load", topology, {load}, seconds(10));
    CHECK(svg_of(scene).find(
              ">NVLinks: 75.0 % of all that they carry pxn relays to other rails; of the busiest, 45 GB<") !=
          std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("links: places that differ are no 'each', and times have the unit of the axis") {
    LinkClassLoad load;
    load.kind = LinkClass::nics;
    load.places = 3;
    load.busiest = gigabytes(100);
    load.capacity = load.least = gigabytes_per_second(200);
    load.most = gigabytes_per_second(400);
    load.busy = load.mean = seconds(0.5);
    const Topology topology = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    const std::string svg = svg_of(link_load_scene("load", topology, {load}, seconds(10)));
    CHECK(svg.find(">3 servers, 200 GB/s to 400 GB/s per direction<") != std::string::npos);
    CHECK(svg.find(">100 GB in 0.5 s, 5.0 % of the step<") != std::string::npos);
}

TEST_CASE("degrees in words") {
    CHECK(degrees_text(test::shipped_layout("llama3-405b-8k")) == "tp 8, pp 16, dp 64");
    CHECK(degrees_text(test::shipped_layout("gpt3-175b-64", {{"parallel.tp", "1"}, {"parallel.pp", "1"}})) ==
          "one rank");
}

}  // namespace
}  // namespace railyard::diagram
