#include "railyard/diagram/domain_legend.hpp"

#include <doctest/doctest.h>

#include "railyard/topology/overview.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

std::string words_of(const char* domain, const AssumedParts& assumed = {}) {
    const Topology alone = domain_alone(load_topology(test::shipped_library(), domain).topology).topology;
    const Graph graph = build_graph(alone);
    DomainParts parts = domain_parts(alone.kinds()[0], graph, "d", {}, {});
    mark_assumed(parts, assumed);
    Scene scene;
    Legend legend(scene, 0, 0, 3000);
    add_domain_legend(legend, alone.kinds()[0], parts, bundles_of(graph, parts.part_of), assumed);
    std::string words;
    for (const Text& text : scene.texts) words += text.text + " | ";
    return words;
}

TEST_CASE("a legend names every kind of link with its rate per direction") {
    CHECK(words_of("gb200-nvl72") ==
          "NVLink: a link 50 GB/s per direction; wider: more links | NVLink-C2C: 225 GB/s per direction | "
          "PCIe: 63 GB/s per direction | between CPUs: 6 GB/s per direction | ");
    CHECK(words_of("hgx-h100").find("C2C") == std::string::npos);
    CHECK(words_of("mi300x-8").starts_with("xGMI, 1 x 64 GB/s per direction between every two GPUs | "));
    CHECK(words_of("pcie-4gpu").starts_with("no links among GPUs but PCIe | "));
}

// Grace's PCIe goes to the NICs of a GB200; those of a GB300 and a B300 are on PCIe 6 to their GPUs.
TEST_CASE("a rate is given of PCIe that has it, not of what NICs have to their GPUs") {
    CHECK(words_of("gb300-nvl72").find("PCIe from a GPU to its NIC, as fast as the NIC | ") !=
          std::string::npos);
    CHECK(words_of("gb300-nvl72").find("PCIe: 63") == std::string::npos);
    CHECK(words_of("hgx-b300").find("PCIe: 63 GB/s per direction; to a NIC as fast as the NIC | ") !=
          std::string::npos);
    CHECK(words_of("hgx-h100").find("PCIe: 63 GB/s per direction | ") != std::string::npos);
}

TEST_CASE("what was assumed is said to be, in words and by a frame") {
    CHECK(words_of("hgx-h100", {Assumed::pcie}).find("PCIe: 63 GB/s per direction (assumed) | ") !=
          std::string::npos);
    CHECK(words_of("hgx-h100", {Assumed::pcie}).find("not told") == std::string::npos);
    CHECK(
        words_of("hgx-h100", {Assumed::cpu_link}).find("between CPUs: 22 GB/s per direction (assumed) | ") !=
        std::string::npos);
    CHECK(words_of("hgx-h100", {Assumed::nvlink_rate}).find("25 GB/s per direction (assumed); wider") !=
          std::string::npos);
    CHECK(words_of("hgx-h100", {Assumed::switches}).find("assumed: not told, see the notes | ") !=
          std::string::npos);
    CHECK(words_of("dgx-2", {Assumed::trunk}).find("between an NVSwitch and its twin (assumed) | ") !=
          std::string::npos);
    CHECK(words_of("hgx-h100").find("assumed") == std::string::npos);
}

TEST_CASE("links that no source tells of are not denied") {
    CHECK(words_of("pcie-4gpu", {Assumed::scale_up})
              .starts_with("links among GPUs beside PCIe: not told | PCIe: "));
}

TEST_CASE("more links are wider") {
    CHECK(direct_stroke(1).width < direct_stroke(2).width);
    CHECK(direct_stroke(100).width <= 6);
}

}  // namespace
}  // namespace railyard::diagram
