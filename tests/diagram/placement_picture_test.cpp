#include "railyard/diagram/placement_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "tests/support/diagram_jobs.hpp"
#include "tests/support/scene_check.hpp"

namespace railyard::diagram {
namespace {

using test::occurrences;
using Problems = std::vector<std::string>;

PlacementPicture pictured(const test::DrawnJob& job, Dimension colour) {
    return {job.topology, job.layout, job.placement(), colour};
}

TEST_CASE("a rack: a node for each GPU, labelled with stage and replica, idle ones plain to see") {
    const test::DrawnJob job("gpt3-175b-64", "gb200-nvl72");
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.hops = GroupChoice{Dimension::pp, 0};
    const Scene scene = placement_scene(picture);
    const std::string svg = svg_of(scene);
    CHECK(occurrences(svg, "<g class=\"node\">") == 73);  // and the rack
    CHECK(occurrences(svg, ">idle</text>") == 8);
    CHECK(svg.find("rack0/tray2/gpu1: rank 9, tp 1, pp 1") != std::string::npos);
    CHECK(svg.find(">s7 r0</text>") != std::string::npos);
    CHECK(svg.find("NVLink: 7 hops") != std::string::npos);
    CHECK(occurrences(svg, "<g class=\"edge\">") == 8);  // 7 hops and the wrap
    CHECK(test::reading_problems(scene) == Problems{});
}

// Rack 2 of 3 is gone, and a tray of rack 0: the job's 128 GPUs lie in racks 0 and 1.
TEST_CASE("what is unavailable says how much of it place counts") {
    Topology topology = test::load_text(
                            "topology: holes\ndomains: [{use: gb200-nvl72, count: 3}]\n"
                            "network: {tiers: [{name: net, latency: 1 us}]}\n"
                            "unavailable: [rack0/tray3, rack2]\n")
                            .topology;
    const test::DrawnJob job(test::shipped_layout("gpt3-175b-64", {{"parallel.dp", "2"}}),
                             std::move(topology));
    CHECK(job.placement().gpus_unavailable == 4);
    const std::string svg = svg_of(placement_scene(pictured(job, Dimension::pp)));
    CHECK(svg.find(">unavailable: 76 GPUs, 4 of them in domains that hold ranks</text>") !=
          std::string::npos);
}

TEST_CASE("every shipped job, on boxes and racks, by every dimension: all can be read") {
    for (const char* layout :
         {"megatron-1.7b", "gpt3-175b-64", "megatron-39.1b", "deepseek-v3", "llama3-405b-8k-16k-gpus"}) {
        for (const char* topology :
             {"hgx-h100", "gb200-nvl72", "dgx-2", "nvl36x2", "gb200-nvl72-2x36", "llama3-24k"}) {
            const test::DrawnJob job(layout, topology);
            for (const Dimension d : {Dimension::tp, Dimension::pp, Dimension::dp, Dimension::ep}) {
                PlacementPicture picture = pictured(job, d);
                const Scene scene = placement_scene(picture);
                CHECK_MESSAGE(test::reading_problems(scene) == Problems{}, layout, " on ", topology);
                CHECK(scene.width < 1500);
                if (job.layout.degrees.of(d) < 2 || (d == Dimension::ep && !job.layout.degrees.has_experts()))
                    continue;
                picture.hops = GroupChoice{d, 0};
                const Scene hops = placement_scene(picture);
                CHECK(test::reading_problems(hops) == Problems{});
                CHECK_MESSAGE(test::crossed_words(hops) == Problems{}, layout, " on ", topology, " ",
                              name_of(d));
            }
        }
    }
}

// 64 ranks on the 68 GPUs that are there.
TEST_CASE("idle GPUs say so in a word, unavailable ones by a cross that no word hides") {
    const test::DrawnJob job(test::shipped_layout("gpt3-175b-64"),
                             test::load_text("topology: one\ndomains:\n  - {use: gb200-nvl72, count: 1}\n"
                                             "unavailable: [rack0/tray3]\n")
                                 .topology);
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.hops = GroupChoice{Dimension::pp, 0};
    std::size_t crossed = 0;
    std::size_t idle = 0;
    for (const Box& box : placement_scene(picture).boxes) {
        idle += box.label == "idle" ? 1U : 0U;
        if (box.style.pattern != Pattern::crossed || box.name.empty()) continue;
        ++crossed;
        CHECK(box.label.empty());
        CHECK(box.tip.ends_with(": unavailable"));
    }
    CHECK(crossed == 4);
    CHECK(idle == 4);
}

// Ranks dealt out at random over 8 racks: the hops of a group cross each other everywhere.
TEST_CASE("where hops would run into each other the legend says how many are drawn") {
    test::DrawnJob job("megatron-39.1b", "gb200-nvl72");
    std::vector<GpuId> gpus(job.placement().gpu_of.begin(), job.placement().gpu_of.end());
    std::shuffle(gpus.begin(), gpus.end(), std::mt19937(7));
    for (std::uint32_t r = 0; r < gpus.size(); ++r) job.evaluation.placement.gpu_of[RankId(r)] = gpus[r];
    PlacementPicture picture = pictured(job, Dimension::pp);
    picture.hops = GroupChoice{Dimension::dp, 0};
    const Scene scene = placement_scene(picture);
    const auto said = std::find_if(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
        return text.text.starts_with("drawn: the first ") &&
               text.text.find(" of 32 hops") != std::string::npos;
    });
    REQUIRE(said != scene.texts.end());
    const auto racks = std::find_if(scene.boxes.begin(), scene.boxes.end(),
                                    [](const Box& box) { return box.name == "rack0"; });
    REQUIRE(racks != scene.boxes.end());
    CHECK(said->y < racks->y);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("16,384 GPUs stay below 10 MB, whatever is coloured, and are the same bytes every time") {
    const test::DrawnJob job("llama3-405b-8k-16k-gpus", "gb200-nvl72");
    for (const Dimension d : {Dimension::pp, Dimension::dp}) {
        const std::string svg = svg_of(placement_scene(pictured(job, d)));
        CHECK(svg.size() < 10'000'000);
        CHECK(svg == svg_of(placement_scene(pictured(job, d))));
    }
    const Scene scene = placement_scene(pictured(job, Dimension::pp));
    CHECK(render(scene, PictureFormat::dot) == render(scene, PictureFormat::dot));
}

TEST_CASE("names from files stay inside the picture") {
    for (const std::string& name : test::nasty_names()) {
        test::DrawnJob job("gpt3-175b-64", "hgx-a100");
        job.layout.name = name;
        const Scene scene = placement_scene(pictured(job, Dimension::pp));
        CHECK(test::reading_problems(scene) == Problems{});
        CHECK(svg_of(scene).find("<script") == std::string::npos);
    }
}

TEST_CASE("colour by the pipeline, or by whatever there is") {
    CHECK(default_colour(test::shipped_layout("gpt3-175b-64")) == Dimension::pp);
    CHECK(default_colour(test::shipped_layout(
              "gpt3-175b-64", {{"parallel.pp", "1"}, {"parallel.dp", "1"}})) == Dimension::tp);
}

}  // namespace
}  // namespace railyard::diagram
