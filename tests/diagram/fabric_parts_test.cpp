#include "railyard/diagram/fabric_parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "railyard/diagram/folded_graph.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

std::vector<std::string> labels_of(const FabricParts& made, std::size_t row) {
    std::vector<std::string> labels;
    for (const std::uint32_t part : made.rows.at(row)) labels.push_back(made.boxes[part].label);
    return labels;
}

Topology boxes(const std::string& count, const std::string& unavailable) {
    return test::load_text("topology: net\ndomains:\n  - {use: hgx-h100, count: " + count +
                           "}\nnetwork: {tiers: [{name: leaf, spans: 4 domains, latency: 1 us}, {name: top, "
                           "latency: 2 us}]}\nunavailable: [" +
                           unavailable + "]\n")
        .topology;
}

// Boxes of 8 under leaves of 4: 4, 5 lack one GPU each, 9 all of them; 0 lacks one, so that 1 is what
// the others are like.
TEST_CASE("domains are folded with those that lack as many GPUs") {
    const Topology topology = boxes("12",
                                    "box0/server0/gpu1, box4/server0/gpu0, box5/server0/gpu7, "
                                    "box9");
    const Graph graph = build_graph(topology);
    const FabricParts made = fabric_parts(topology, graph, {});
    CHECK(labels_of(made, 2) ==
          std::vector<std::string>{"box0\nunavailable: 1 of 8 GPUs", "box1\n8 GPUs, 8 NICs",
                                   "2 more boxes in leaf0\nlike box1", "box9\nunavailable",
                                   "2 more boxes elsewhere\nunavailable: 1 of 8 GPUs each",
                                   "5 more boxes elsewhere\nlike box1"});
    CHECK(made.has_damaged);
    CHECK(made.has_missing);
    CHECK(std::none_of(made.part_of.begin(), made.part_of.end(),
                       [](std::uint32_t part) { return part == not_drawn; }));
}

TEST_CASE("more ways to lack GPUs than can be drawn are one part that says how many in all") {
    std::string lost;
    for (int box = 4; box < 10; ++box) {
        for (int gpu = 0; gpu < box - 3; ++gpu)
            lost +=
                (lost.empty() ? "box" : ", box") + std::to_string(box) + "/server0/gpu" + std::to_string(gpu);
    }
    const Topology topology = boxes("12", lost);
    const FabricParts made = fabric_parts(topology, build_graph(topology), {});
    // 1 + 2 + ... + 6 of 6 boxes.
    const std::vector<std::string> labels = labels_of(made, 2);
    CHECK(std::count(labels.begin(), labels.end(), "6 more boxes elsewhere\nunavailable: 21 of 48 GPUs") ==
          1);
}

// 10 boxes under leaves of 4: the last leaf has 2.
TEST_CASE("a span that is filled in part is not like the others") {
    const Topology topology = boxes("10", "");
    const FabricParts made = fabric_parts(topology, build_graph(topology), {});
    CHECK(labels_of(made, 1) ==
          std::vector<std::string>{"leaf0\none logical switch", "leaf1\nlike leaf0", "leaf2\n16 GPUs below"});
}

// Leaves of 4: box3 and box0 are in the first, box6 in the second, with 4, 5 and 7.
TEST_CASE("domains stand leaf by leaf in the order of their numbers, those that are many last") {
    const Topology topology = boxes("16", "");
    const FabricParts made = fabric_parts(topology, build_graph(topology), {6, 3});
    std::vector<std::string> names;
    for (const std::uint32_t part : made.rows.at(2)) names.push_back(made.boxes[part].name);
    CHECK(names == std::vector<std::string>{"box0", "box3", "box1.and-others", "box6", "box4.and-others",
                                            "box8.and-others"});
    CHECK(labels_of(made, 2).at(2) == "2 more boxes in leaf0\nlike box0");
    CHECK(labels_of(made, 2).at(4) == "3 more boxes in leaf1\nlike box0");
    CHECK(labels_of(made, 2).at(5) == "8 more boxes elsewhere\nlike box0");
}

TEST_CASE("where all domains are in one span, none of them is in another") {
    const Topology topology = boxes("3", "");
    const FabricParts made = fabric_parts(topology, build_graph(topology), {1});
    CHECK(labels_of(made, 2) == std::vector<std::string>{"box0\n8 GPUs, 8 NICs", "", "box2\nlike box0"});
}

}  // namespace
}  // namespace railyard::diagram
