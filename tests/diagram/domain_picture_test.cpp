#include "railyard/diagram/domain_picture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "railyard/diagram/domain_parts.hpp"
#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/scene_pages.hpp"
#include "railyard/diagram/scene_svg.hpp"
#include "railyard/topology/overview.hpp"
#include "tests/support/scene_check.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

using test::occurrences;
using Problems = std::vector<std::string>;

Scene drawn(const std::string& domain, const DomainUnfold& unfold = {}) {
    return domain_scene(domain_alone(load_topology(test::shipped_library(), domain).topology).topology, 0,
                        unfold);
}

std::size_t nodes_like(const std::string& svg, const std::string& name) {
    return occurrences(svg, "<g class=\"node\"><title>box0/" + name);
}

// What lstopo does not draw: 16 GPUs, 12 NVSwitches and the 96 bundles between them; 6 bundles of trunks.
TEST_CASE("DGX-2") {
    const Scene scene = drawn("dgx-2");
    const std::string svg = svg_of(scene);
    CHECK(nodes_like(svg, "server0/gpu") == 16);
    CHECK(nodes_like(svg, "nvswitch") == 12);
    CHECK(occurrences(svg, ": 1 x 25 GB/s</title>") == 96);
    CHECK(occurrences(svg, ": 8 x 25 GB/s</title>") == 6);
    CHECK(test::reading_problems(scene) == Problems{});
    const std::string dot = render(scene, PictureFormat::dot);
    CHECK(occurrences(dot, " -- \"box0/nvswitch") + occurrences(dot, "\"box0/nvswitch") >= 96);
    CHECK(dot == render(drawn("dgx-2"), PictureFormat::dot));
}

// A page of A4 on its side is 273 millimetres or 1,032 pixels wide; 6 points are 8 pixels.
TEST_CASE("one domain of every shipped kind has letters of 6 points on paper") {
    for (const auto& name : test::shipped_library().names(input::Shelf::domains)) {
        const Scene scene = drawn(name);
        CHECK_MESSAGE(smallest_text(scene) * std::min(1.0, 1032 / scene.width) >= 8, name);
    }
}

TEST_CASE("DGX-1V: the cube mesh with its counts") {
    const std::string svg = svg_of(drawn("dgx-1v"));
    // 6 links of each of 8 GPUs, two ends each: 24 links in 16 bundles, 8 of them double.
    CHECK(occurrences(svg, ": 1 x 25 GB/s</title>") == 8);
    CHECK(occurrences(svg, ": 2 x 25 GB/s</title>") == 8);
    CHECK(occurrences(svg, ">2x</text>") == 8);
    CHECK(svg.find(">NVLink, 2 x 25 GB/s per direction between 8 pairs of GPUs</text>") != std::string::npos);
}

// Every pair of 8 GPUs is joined by one link: said once.
TEST_CASE("xGMI is called so, and a mesh of like links has no labels on its lines") {
    const std::string svg = svg_of(drawn("mi300x-8"));
    CHECK(svg.find(">xGMI, 1 x 64 GB/s per direction between every two GPUs</text>") != std::string::npos);
    CHECK(svg.find("NVLink") == std::string::npos);
    CHECK(occurrences(svg, ">1x</text>") == 0);
}

TEST_CASE("NICs hang where their PCIe leads") {
    const auto lines_between = [](const std::string& svg, const std::string& to) {
        return occurrences(svg, "<title>" + to + "</title>");
    };
    for (const auto& [domain, gpu, cpu] : {std::tuple{"gb300-nvl72", 1, 0}, {"gb200-nvl72", 0, 1}}) {
        const std::string svg = svg_of(domain_scene(
            domain_alone(load_topology(test::shipped_library(), domain).topology).topology, 0, {}));
        CHECK(lines_between(svg, std::string("rack0/tray0/gpu0 to rack0/tray0/nic0: 1 x ") +
                                     (gpu == 1 ? "100 GB/s" : "50 GB/s")) == static_cast<std::size_t>(gpu));
        CHECK(lines_between(svg, "rack0/tray0/cpu0 to rack0/tray0/nic0: 1 x 50 GB/s") +
                  lines_between(svg, "rack0/tray0/nic0 to rack0/tray0/cpu0: 1 x 50 GB/s") ==
              static_cast<std::size_t>(cpu));
    }
}

// On dark boxes a frame of their own could not be seen in grey print.
TEST_CASE("frames of what was assumed are on paper") {
    const Topology alone = domain_alone(load_topology(test::shipped_library(), "hgx-h100").topology).topology;
    Untold untold;
    untold.assumed = {Assumed::gpu};
    const Scene scene = domain_scene(alone, 0, {}, untold);
    std::size_t frames = 0;
    for (const Box& box : scene.boxes)
        frames +=
            box.style.dash == Dash::dashed && box.style.fill == Fill(Ink::none) && box.width > gpu_height
                ? 1U
                : 0U;
    CHECK(frames == 8);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("NICs that no source tells of are not denied") {
    const Topology alone =
        domain_alone(load_topology(test::shipped_library(), "pcie-4gpu").topology).topology;
    Untold untold;
    untold.assumed = {Assumed::nics};
    const std::string svg = svg_of(domain_scene(alone, 0, {}, untold));
    CHECK(svg.find("; NICs are not told<") != std::string::npos);
    CHECK(svg.find(" NIC<") == std::string::npos);
}

// 16 GPUs of the first server have a bundle of 16 links each to the other server, which is drawn as one part.
TEST_CASE("bundles to a part that stands for many do not run into each other") {
    const Topology mesh =
        test::load_text(
            "domain: d\ngpu: mi300x\nservers: {count: 2, gpus: 16, pcie: {bandwidth_per_direction: 63 "
            "GB/s}}\n"
            "scale_up: {kind: mesh, link: {bandwidth_per_direction: 50 GB/s}}\nnics: {per_server: 0}\n")
            .topology;
    std::size_t bundles = 0;
    for (const Line& line : domain_scene(mesh, 0, {}).lines) {
        if (line.tip.find(": 16 x 50 GB/s") == std::string::npos) continue;
        CHECK(line.width <= 2.2);
        ++bundles;
    }
    CHECK(bundles == 16);
}

// 72 GPUs and 36 CPUs in one server: 8 GPUs are drawn, with the 4 CPUs and 8 NICs beside them. Of the other
// 64 one lacks.
TEST_CASE("of a server of very many GPUs the first are drawn, and the rest as one part") {
    const auto server = [](const DomainUnfold& unfold) {
        const Topology topology =
            test::load_text(
                "topology: t\ndomains:\n  - use: {domain: d, gpu: h100, servers: {gpus: 72, cpus: 36, pcie: "
                "{bandwidth_per_direction: 63 GB/s}}, scale_up: {kind: switched, switches: 18, "
                "links_per_switch: 1, link: {bandwidth_per_direction: 50 GB/s}}, nics: {per_gpu: 1, "
                "bandwidth_per_direction: 400 Gb/s}}\n    count: 1\nunavailable: [domain0/server0/gpu71]\n")
                .topology;
        return domain_scene(topology, 0, unfold);
    };
    const Scene scene = server({});
    const std::string svg = svg_of(scene);
    const auto nodes = [](const std::string& text, const std::string& name) {
        return occurrences(text, "<g class=\"node\"><title>domain0/server0/" + name);
    };
    CHECK(nodes(svg, "gpu") == 8 + 1);
    CHECK(nodes(svg, "cpu") == 4);
    CHECK(nodes(svg, "nic") == 8);
    CHECK(svg.find(">64 more GPUs, 1</text>") != std::string::npos);
    CHECK(svg.find(">1,152 x 50 GB/s</text>") != std::string::npos);  // 64 of 18 links
    CHECK(scene.width < 1200);
    CHECK(test::reading_problems(scene) == Problems{});
    CHECK(nodes(svg_of(server({{0}, false})), "gpu") == 72);
}

// 17 trays of the 18 are whole; of two lacking one GPU, one lacks gpu0 and one gpu3.
TEST_CASE("trays that lack GPUs are not folded into whole ones") {
    const Topology topology = test::load_text(
                                  "topology: one\ndomains:\n  - {use: gb200-nvl72, count: 1}\n"
                                  "unavailable: [rack0/tray0/gpu0, rack0/tray4/gpu3, rack0/tray7]\n")
                                  .topology;
    const Scene scene = domain_scene(topology, 0, {});
    const std::string svg = svg_of(scene);
    CHECK(svg.find(">14 trays like tray1</text>") != std::string::npos);
    CHECK(svg.find(">2 trays: each 1 of 4 GPUs</text>") != std::string::npos);
    CHECK(svg.find(">tray7: unavailable</text>") != std::string::npos);
    CHECK(svg.find("; unavailable: 6 GPUs<") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("every shipped domain can be read, folded and unfolded") {
    for (const auto& name : test::shipped_library().names(input::Shelf::domains)) {
        for (const DomainUnfold& unfold : {DomainUnfold{}, DomainUnfold{{1}, true}}) {
            const Scene scene = drawn(name, unfold);
            CHECK_MESSAGE(test::reading_problems(scene) == Problems{}, name);
            CHECK_MESSAGE(test::crossed_words(scene) == Problems{}, name);
            CHECK(svg_of(scene) == svg_of(drawn(name, unfold)));
        }
    }
}

// Grace reaches its GPUs over NVLink-C2C and the NICs over PCIe; in an HGX box PCIe joins GPU, NIC and CPU.
// What the GPU is called does not matter.
TEST_CASE("NICs hang on the CPU where GPUs have another way to it, and else beside their GPU") {
    const std::string grace = svg_of(drawn("gb200-nvl72", {}));
    CHECK(grace.find("rack0/tray0/gpu3 to rack0/tray0/cpu1: NVLink-C2C, 1 x 225 GB/s") != std::string::npos);
    CHECK(grace.find("rack0/tray0/cpu1 to rack0/tray0/nic3: 1 x 50 GB/s") != std::string::npos);
    CHECK(grace.find("rack0/tray0/gpu3 to rack0/tray0/nic3") == std::string::npos);
    const std::string box = svg_of(drawn("hgx-h100", {}));
    CHECK(box.find("box0/server0/gpu3 to box0/server0/nic3: 1 x 50 GB/s") != std::string::npos);
    CHECK(box.find("C2C") == std::string::npos);
    const Topology untold = load_topology(test::shipped_library(), "gb200-nvl72").topology;
    DomainKind kind = untold.kinds().front();
    kind.servers.c2c.reset();
    TopologyParts parts;
    parts.name = "untold";
    parts.kinds = {kind};
    parts.runs = {{0, 1}};
    CHECK(svg_of(domain_scene(Topology(parts), 0, {})).find("C2C") == std::string::npos);
}

TEST_CASE("unavailable GPUs are crossed out, in the domain they are missing from") {
    const Topology topology = test::load_text(
                                  "topology: two\ndomains:\n  - {use: hgx-h100, count: 2}\n"
                                  "network: {tiers: [{name: net, latency: 1 us}]}\n"
                                  "unavailable: [box1/server0/gpu5]\n")
                                  .topology;
    CHECK(occurrences(svg_of(domain_scene(topology, 0, {})), ">unavailable</text>") == 0);
    const std::string svg = svg_of(domain_scene(topology, 1, {}));
    CHECK(occurrences(svg, ">unavailable</text>") == 2);  // its box, and the legend
    CHECK(svg.find("; unavailable: 1 GPU<") != std::string::npos);
    CHECK(svg.find("<title>box1/server0/gpu5: unavailable</title>") != std::string::npos);
}

TEST_CASE("notes stand below the heading, whole") {
    const Topology topology =
        domain_alone(load_topology(test::shipped_library(), "pcie-4gpu").topology).topology;
    std::string note = "no source tells of NVLinks";
    for (int i = 0; i < 12; ++i) note += ", and this goes on";
    const Scene scene = domain_scene(topology, 0, {}, {{note}, {}});
    std::string told;
    for (const Text& text : scene.texts) told += text.text + " ";
    CHECK(told.find("note: " + note) != std::string::npos);
    CHECK(told.find("no links among GPUs but PCIe") != std::string::npos);
    CHECK(test::reading_problems(scene) == Problems{});
}

TEST_CASE("more than two CPUs meet on one line below them") {
    Topology topology = domain_alone(load_topology(test::shipped_library(), "hgx-h100").topology).topology;
    TopologyParts parts;
    parts.kinds = topology.kinds();
    parts.kinds[0].servers.cpus = 4;
    parts.runs = {{0, 1}};
    const std::string svg = svg_of(domain_scene(Topology(parts), 0, {}));
    CHECK(occurrences(svg, "cpu0 to box0/server0/cpu1: ") == 1);
    CHECK(occurrences(svg, "cpu0 to box0/server0/cpu2: ") == 0);  // would lie under both
    CHECK(svg.find(">between any two CPUs: ") != std::string::npos);
}

TEST_CASE("names from files stay inside") {
    for (const std::string& name : test::nasty_names()) {
        Topology topology =
            domain_alone(load_topology(test::shipped_library(), "hgx-h100").topology).topology;
        TopologyParts parts;
        parts.name = name;
        parts.kinds = topology.kinds();
        parts.kinds[0].name = parts.kinds[0].gpu.name = parts.kinds[0].domain_word =
            parts.kinds[0].server_word = name;
        parts.runs = {{0, 1}};
        const Scene scene = domain_scene(Topology(parts), 0, {});
        CHECK(test::reading_problems(scene) == Problems{});
        CHECK(svg_of(scene).find("<script") == std::string::npos);
    }
}

}  // namespace
}  // namespace railyard::diagram
