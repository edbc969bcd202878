#include "railyard/diagram/matrix_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/diagram/scene_pages.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/diagram_jobs.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using Problems = std::vector<std::string>;

Scene drawn(const test::DrawnJob& job, MatrixUnit unit) {
    return matrix_scene(job.layout.name, job.topology,
                        traffic_matrix(job.topology, job.layout, reference_volumes(job.layout),
                                       job.placement(), unit, most_matrix_cells));
}

TEST_CASE("cells have their bytes where there is room, and a tip") {
    const test::DrawnJob job("gpt3-175b-64", "hgx-a100");
    const Scene scene = drawn(job, MatrixUnit::domains);
    const std::string svg = svg_of(scene);
    CHECK(svg.find("<title>box0 to box1: ") != std::string::npos);
    CHECK(svg.find("<title>box0 to box3: ") == std::string::npos);
    CHECK(svg.find(">to: number of the domain, from 0</text>") != std::string::npos);
    CHECK(svg.find(">from</text>") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("tiers are marked where their spans end, and large jobs are folded") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "dgx-h100-superpod");
    const Scene scene = drawn(job, MatrixUnit::domains);
    const std::string svg = svg_of(scene);
    CHECK(svg.find("2,048 domains, 16 in a row or column") != std::string::npos);
    CHECK(svg.find(">box0 to 15</text>") != std::string::npos);
    // 2,048 boxes in pods of 128: 15 ends, a line each way.
    CHECK(scene.lines.size() == 30 + 1);  // and the legend's
    CHECK(test::reading_problems(scene) == Problems{});
    CHECK(svg.size() < 1'000'000);
}

// What bands are made of: boxes right of the cells, all as wide as a band.
std::vector<Box> band_beside(const Scene& scene) {
    double end = 0;  // of the cells
    for (const Box& box : scene.boxes)
        if (std::holds_alternative<Shade>(box.style.fill) && box.width < 8)
            end = std::max(end, box.x + box.width);
    std::vector<Box> found;
    for (const Box& box : scene.boxes) {
        if (box.x > end && box.width == 8) found.push_back(box);
    }
    return found;
}

// 2,048 boxes, 16 in a row of 5 pixels: a leaf of 32 boxes is 10 pixels wide, a line at every end would hide
// the cells.
TEST_CASE("spans that end every few rows of small cells are marked at the edges") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "dgx-h100-superpod");
    const Scene scene = drawn(job, MatrixUnit::domains);
    const std::vector<Box> band = band_beside(scene);
    REQUIRE(band.size() == 1 + 32);  // the frame, and every other of 64 leaves
    CHECK(band.front().height == doctest::Approx(640));
    for (std::size_t i = 1; i < band.size(); ++i) {
        CHECK(band[i].height == doctest::Approx(10));
        CHECK(band[i].y - band.front().y == doctest::Approx(20 * static_cast<double>(i - 1)));
    }
    CHECK(svg_of(scene).find("spans of leaf, in turn filled and empty at the edges") != std::string::npos);
}

// 4,096 trays, 32 in a row of 5 pixels: a rack of 18 is 2.8125 pixels wide. Boxes of one server, 16 in a row,
// would be 0.3 wide.
TEST_CASE("domains of servers are marked at the edges where they are wide enough") {
    const test::DrawnJob racks("llama3-405b-8k-16k-gpus", "gb200-superpod");
    const std::vector<Box> band = band_beside(drawn(racks, MatrixUnit::servers));
    REQUIRE(band.size() == 1 + 114);  // 16,384 GPUs fill 227.6 racks
    CHECK(band[1].height == doctest::Approx(2.8125));
    const test::DrawnJob boxes("llama3-405b-8k-16k-gpus", "dgx-h100-superpod");
    const std::string svg = svg_of(drawn(boxes, MatrixUnit::servers));
    CHECK(svg.find("domains: 16 in a row, too narrow to be marked") != std::string::npos);
}

bool has_text(const Scene& scene, const std::string& words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text == words; });
}

// 128 ranks on trays of 4: 32 of them, 18 in the first rack.
TEST_CASE("rows and columns of servers have the same numbers, rows their names as well") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72", {{"parallel.dp", "2"}});
    const Scene scene = drawn(job, MatrixUnit::servers);
    CHECK(has_text(scene, "to: number of the server, over all domains, from 0"));
    CHECK(has_text(scene, "rack1/tray0"));
    std::size_t of_eighteen = 0;
    for (const Text& text : scene.texts) of_eighteen += text.text == "18" ? 1U : 0U;
    CHECK(of_eighteen == 2);
    for (const Text& text : scene.texts) CHECK(text.text.find(" on") == std::string::npos);
}

// 1,024 servers, 8 in a row.
TEST_CASE("rows that servers share say which") {
    const test::DrawnJob job("llama3-405b-8k", "dgx-h100-superpod");
    const Scene scene = drawn(job, MatrixUnit::servers);
    CHECK(has_text(scene, "24 to 31"));
    CHECK(has_text(scene, "box24/server0"));
}

// 256 boxes, 2 in a row of 5 pixels, a leaf over 9 of them: it ends in the middle of a row, 22.5 pixels after
// the last.
TEST_CASE("lines of tiers stand where spans end, within a row that holds several") {
    const test::DrawnJob job(
        test::shipped_layout("deepseek-v3"),
        test::load_text("topology: nines\ndomains: [{use: hgx-h100, count: 256}]\nnetwork:\n"
                        "  tiers:\n    - {name: leaf, spans: 9 domains, latency: 1 us}\n"
                        "    - {name: spine, latency: 2 us}\n")
            .topology);
    const Scene scene = drawn(job, MatrixUnit::domains);
    std::vector<double> upright;
    for (const Line& line : scene.lines) {
        if (line.points.front().x == line.points.back().x) upright.push_back(line.points.front().x);
    }
    REQUIRE(upright.size() == 28);  // 256 / 9 = 28.4
    for (std::size_t i = 1; i < upright.size(); ++i)
        CHECK(upright[i] - upright[i - 1] == doctest::Approx(22.5));
}

// Racks of 18 trays are wide, of boxes every row of 6 pixels is one: lines at each would hide the cells.
TEST_CASE("where many spans are narrow, though not all, they are marked at the edges") {
    const test::DrawnJob job(
        test::shipped_layout("gpt3-175b-64", {{"parallel.dp", "8"}}),
        test::load_text(
            "topology: mixed\ndomains:\n  - {use: gb200-nvl72, count: 4}\n  - {use: hgx-h100, count: "
            "32}\nnetwork: {tiers: [{name: leaf, latency: 1 us}]}\n")
            .topology);
    const Scene scene = drawn(job, MatrixUnit::servers);
    // 288 of 512 ranks on racks, 224 on 28 boxes: 32 domains, every other of them filled.
    CHECK(band_beside(scene).size() == 1 + 16);
    CHECK(scene.lines.empty());
}

// Text of 10.7 pixels on two lines needs 24 of height and 24 of width ("9.66"): 16 boxes have 41 each, 32
// have 20. A page of A4 between its margins is 186 millimetres or 703 pixels wide; 6 points are 8 pixels.
TEST_CASE("bytes are written in all cells that have room for letters that paper shows, or in none") {
    for (const auto& [dp, boxes] : {std::pair{"2", 16}, {"4", 32}}) {
        const test::DrawnJob job("gpt3-175b-64", "hgx-a100", {{"parallel.dp", dp}});
        const Scene scene = drawn(job, MatrixUnit::domains);
        std::size_t blank = 0;
        for (const Box& box : scene.boxes)
            blank += std::holds_alternative<Shade>(box.style.fill) && box.width > 18 && box.label.empty()
                         ? 1U
                         : 0U;
        CHECK((blank == 0) == (boxes == 16));
        CHECK(smallest_text(scene) * std::min(1.0, 703 / scene.width) >= 8);
    }
}

// 8 boxes below one leaf.
TEST_CASE("the legend names no lines that are not there") {
    const std::string svg =
        svg_of(drawn(test::DrawnJob("gpt3-175b-64", "dgx-h100-superpod"), MatrixUnit::domains));
    CHECK(svg.find("span of") == std::string::npos);
    CHECK(svg.find("a domain ends") == std::string::npos);
}

TEST_CASE("partitions of a rack have names and numbers") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72-2x36", {{"parallel.dp", "2"}});
    const Scene scene = drawn(job, MatrixUnit::domains);
    CHECK(has_text(scene, "rack1.0"));
    CHECK(has_text(scene, "2"));
}

TEST_CASE("more bytes stand out more from the paper, light and dark") {
    const test::DrawnJob job("gpt3-175b-64", "hgx-a100");
    const Scene scene = drawn(job, MatrixUnit::domains);
    const Shade* before = nullptr;
    std::size_t steps = 0;
    for (const Box& box : scene.boxes) {
        const auto* shade = std::get_if<Shade>(&box.style.fill);
        if (shade == nullptr || box.width != 18) continue;  // the legend's, from little to much
        if (before != nullptr) {
            CHECK(lightness(shade->light) < lightness(before->light));
            CHECK(lightness(shade->dark) > lightness(before->dark));
        }
        before = shade;
        ++steps;
    }
    CHECK(steps == 10);
    CHECK(lightness(colours_of(Ink::paper).dark) < 15);
}

TEST_CASE("all shapes can be read") {
    for (const char* topology : {"gb200-nvl72", "dgx-h100-superpod", "llama3-24k"}) {
        for (const char* layout : {"megatron-1.7b", "gpt3-175b-64", "gpt3-175b-1024", "deepseek-v3"}) {
            const test::DrawnJob job(layout, topology);
            for (const MatrixUnit unit : {MatrixUnit::domains, MatrixUnit::servers})
                CHECK_MESSAGE(test::reading_problems(drawn(job, unit)) == Problems{}, layout, " on ",
                              topology);
        }
    }
}

}  // namespace
}  // namespace railyard::diagram
