#include "railyard/diagram/fabric_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

#include "railyard/diagram/scene_pages.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "railyard/topology/overview.hpp"
#include "tests/support/odd_topologies.hpp"
#include "tests/support/scene_check.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

using Problems = std::vector<std::string>;

Topology shown(const char* name) {
    return shown_part(load_topology(test::shipped_library(), name).topology, std::nullopt).topology;
}

// Pods of 384 boxes, racks of 2, 8 NICs of 50 GB/s a box, 1:7 above the pods: a pod sends
// 384 x 400 GB/s / 7 = 21.9 TB/s.
TEST_CASE("like parts are one, with their number, and oversubscription is told") {
    const Scene scene = fabric_scene(shown("llama3-24k"), {});
    const std::string svg = svg_of(scene);
    CHECK(svg.find("7:1 oversubscribed") != std::string::npos);
    CHECK(svg.find(">7 more pod spans</text>") != std::string::npos);
    CHECK(svg.find(">1,535 more rack spans</text>") != std::string::npos);
    CHECK(svg.find(">3,070 more boxes elsewhere</text>") != std::string::npos);
    CHECK(svg.find("pod0 to aggregation: 21.9 TB/s<") != std::string::npos);
    CHECK(svg.find("box0 to rack0: 8 x 50 GB/s") != std::string::npos);
    // What is one link of a logical switch is no number of cables.
    CHECK(svg.find(": all links of a switch together, their number is not given<") != std::string::npos);
    CHECK(svg.find(">8 x 50 GB/s: 8 links of 50 GB/s each<") != std::string::npos);
    CHECK(svg.find("links of 21.9 TB/s") == std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("rails are drawn one by one, and a domain that is asked for is opened") {
    const Scene scene = fabric_scene(shown("gb200-superpod"), {3});
    const std::string svg = svg_of(scene);
    for (const char* rail : {"leaf.rail0", "leaf.rail3"})
        CHECK(svg.find(std::string("<title>") + rail) != std::string::npos);
    CHECK(svg.find("<title>rack3/tray17/gpu3</title>") != std::string::npos);
    CHECK(svg.find("<title>rack4/") == std::string::npos);
    CHECK(svg.find(">6 more racks</text>") != std::string::npos);
    // 18 trays with one NIC on each of 4 rails.
    CHECK(svg.find("rack3 to leaf.rail2: 18 x 50 GB/s") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("of a topology that goes on, the heading says how much is drawn") {
    const Topology topology = shown("gb200-superpod");
    const Scene scene = fabric_scene(topology, {}, "drawn is a full span of leaf");
    CHECK(svg_of(scene).find(">drawn is a full span of leaf</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
    CHECK(fabric_scene(topology, {}).height < scene.height);
}

TEST_CASE("where there are several kinds of domains, it is said which is which") {
    const std::string svg = svg_of(fabric_scene(shown("mixed-nvl72-h100"), {}));
    CHECK(svg.find(">gb200-nvl72</text>") != std::string::npos);
    CHECK(svg.find(">hgx-h100</text>") != std::string::npos);
    CHECK(svg_of(fabric_scene(shown("dgx-h100-superpod"), {})).find(">hgx-h100</text>") == std::string::npos);
}

// A page of A4 on its side is 273 millimetres or 1,032 pixels wide; 6 points are 8 pixels.
TEST_CASE("networks of four kinds have letters of 6 points on paper, whatever is unavailable") {
    for (const std::string rails : {"1", "4", "8"}) {
        for (const char* lost :
             {"box1, box2/server0/gpu1, box130, box131/server0/gpu0, box260/server0/gpu1", ""}) {
            const Topology topology =
                test::load_text(
                    "topology: four\ndomains:\n  - {use: hgx-h200, count: 100}\n  - {use: hgx-h100, count: "
                    "100}\n  - {use: hgx-a100, count: 100}\n  - {use: hgx-b200, count: 100}\nnetwork:\n  "
                    "rails: " +
                    rails +
                    "\n  tiers:\n    - {name: leaf, spans: 32 domains, latency: 1 us}\n    - {name: spine, "
                    "spans: "
                    "128 domains, latency: 1 us}\n    - {name: core, latency: 2 us}\nunavailable: [" +
                    lost + "]\n")
                    .topology;
            const Scene scene = fabric_scene(topology, {});
            CHECK(smallest_text(scene) * 1032 / scene.width >= 8);
            CHECK(test::reading_problems(scene) == Problems{});
        }
    }
}

TEST_CASE("and of seven, each of which is one part then") {
    std::string kinds;
    for (const char* kind :
         {"hgx-h200", "hgx-h100", "hgx-a100", "hgx-b200", "dgx-2", "mi300x-8", "gb200-nvl72"})
        kinds += std::string("  - {use: ") + kind + ", count: 40}\n";
    const Topology topology =
        test::load_text(
            "topology: seven\ndomains:\n" + kinds +
            "network:\n  rails: 8\n  tiers:\n    - {name: leaf, spans: 8 domains, latency: 1 us}\n"
            "    - {name: spine, latency: 1 us}\nunavailable: [box41/server0/gpu1]\n")
            .topology;
    const Scene scene = fabric_scene(topology, {});
    CHECK(smallest_text(scene) * 1032 / scene.width >= 8);
    CHECK(test::reading_problems(scene) == Problems{});
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">40 x gb200-nvl72</text>") != std::string::npos);
    CHECK(svg.find(">72 GPUs, 72 NICs</text>") != std::string::npos);
    CHECK(svg.find(">unavailable: 1 of</text>") != std::string::npos);  // 320 GPUs, on the next line
}

TEST_CASE("what is unavailable has a legend, and is said in the heading") {
    const Topology topology =
        test::load_text(
            "topology: holes\nuse: gb200-superpod\ndomains: [{use: gb200-nvl72, count: 8}]\n"
            "unavailable: [rack3/tray7, rack5/tray0/gpu2, rack6]\n")
            .topology;
    const Scene scene = fabric_scene(topology, {});
    const std::string svg = svg_of(scene);
    CHECK(svg.find("; unavailable: 77 GPUs<") != std::string::npos);
    CHECK(svg.find(">unavailable: 4 of 72 GPUs</text>") != std::string::npos);
    CHECK(svg.find(">some GPUs unavailable</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
    CHECK(test::crossed_words(scene) == Problems{});
}

TEST_CASE("odd topologies can be read") {
    int drawn = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Topology topology = test::odd_topology(seed);
        if (topology.network().tiers.empty() || topology.as_needed()) continue;
        CAPTURE(seed);
        ++drawn;
        CHECK(test::reading_problems(fabric_scene(topology, {0})) == Problems{});
    }
    CHECK(drawn > 20);
}

// 256 boxes of 8 NICs at 50 GB/s: one NIC is the slowest line, the 224 x 8 links of the boxes elsewhere the
// fastest, 89.6 TB/s.
TEST_CASE("lines are as wide as their links together are fast") {
    const Topology topology =
        load_topology(test::shipped_library(), "dgx-h100-superpod").topology.with_last_run(256);
    const Scene scene = fabric_scene(topology, {});
    double thinnest = 100;
    double thickest = 0;
    for (const Line& line : scene.lines) {
        thinnest = std::min(thinnest, line.width);
        thickest = std::max(thickest, line.width);
        if (line.tip.ends_with(": 1 x 50 GB/s")) CHECK(line.width == doctest::Approx(1));
        if (line.tip.ends_with(": 1,792 x 50 GB/s")) CHECK(line.width == doctest::Approx(5));
    }
    CHECK(thinnest == doctest::Approx(1));
    CHECK(thickest == doctest::Approx(5));
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">network links, together 50 GB/s per direction</text>") != std::string::npos);
    CHECK(svg.find(">89.6 TB/s</text>") != std::string::npos);
}

}  // namespace
}  // namespace railyard::diagram
