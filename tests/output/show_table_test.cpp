#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "railyard/output/show_report.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

std::string table_of(const Shown& shown, Colour colour = Colour::none) {
    const Overview overview = overview_of(shown.topology);
    return show_table({shown, overview, {}}, colour);
}

std::string table_of(const std::string& name) {
    const LoadedTopology loaded = load_topology(test::shipped_library(), name);
    return table_of(loaded.named == NamedFile::domain ? domain_alone(loaded.topology)
                                                      : shown_part(loaded.topology, std::nullopt));
}

std::string table_of_text(const std::string& text) {
    return table_of(shown_part(test::load_text(text).topology, std::nullopt));
}

// The line that starts with a word, spaces squeezed.
std::string line(const std::string& table, const std::string& start) {
    std::istringstream lines(table);
    for (std::string text; std::getline(lines, text);) {
        if (!text.starts_with(start)) continue;
        std::string squeezed;
        for (const char c : text) {
            if (c != ' ' || squeezed.empty() || squeezed.back() != ' ') squeezed += c;
        }
        return squeezed;
    }
    return "";
}

TEST_CASE("every shipped topology and domain fits in 100 columns") {
    const auto library = test::shipped_library();
    for (const auto shelf : {input::Shelf::topologies, input::Shelf::domains}) {
        for (const auto& name : library.names(shelf)) {
            std::istringstream lines(table_of(name));
            for (std::string text; std::getline(lines, text);) {
                CAPTURE(text);
                CHECK(text.size() <= 100);
                CHECK((text.empty() || text.back() != ' '));
            }
        }
    }
}

TEST_CASE("a DGX-2 in its parts") {
    const std::string table = table_of("dgx-2");
    CHECK(line(table, "GPUs") == "GPUs 16");
    CHECK(line(table, "NVSwitches") == "NVSwitches 12");
    CHECK(line(table, "links GPU - NVSwitch") == "links GPU - NVSwitch 96");
    CHECK(line(table, "links NVSwitch - NVSwitch") == "links NVSwitch - NVSwitch 48");
    // 6 links of 25 GB/s; NCCL plans with 20. 0.3 us a link, two of them, or three with the trunk.
    CHECK(line(table, "NVLink ") == "NVLink 150 GB/s 150 GB/s 120 GB/s 600 ns");
    CHECK(line(table, "NVLink, other") == "NVLink, other board 150 GB/s 150 GB/s 120 GB/s 900 ns");
    CHECK(table.find("bisection 1.2 TB/s") != std::string::npos);
    CHECK(table.find("One domain alone") != std::string::npos);
}

TEST_CASE("tiers: what the file gives, and what is logical") {
    const std::string table = table_of("dgx-h100-superpod");
    CHECK(line(table, "Has as many") ==
          "Has as many domains as a job needs; shown with 128 boxes, a full span of spine (or --domains N).");
    CHECK(line(table, "leaf ") == "leaf 50 GB/s 50 GB/s - 600 ns");
    CHECK(table.find("leaf   32 domains       4         32              none") != std::string::npos);
    CHECK(table.find("core   everything       1  1 logical") != std::string::npos);
    CHECK(line(table, "logical:") == "logical: the file does not say how many switches there are");
    CHECK(line(table, "8 rails") == "8 rails, crossed over NVLink inside a domain (pxn)");
    CHECK(line(table, "links leaf - spine") == "links leaf - spine - 1,024");  // 32 leaves x 32 spines
}

TEST_CASE("oversubscription and a topology with a size of its own") {
    const std::string table = table_of("llama3-24k");
    CHECK(line(table, "Has as many").empty());
    CHECK(table.find("7 : 1") != std::string::npos);
    CHECK(line(table, "aggregation ") == "aggregation 50 GB/s 7.14 GB/s - 4.4 us");  // 50 / 7
}

TEST_CASE("servers and NVLink domains are told apart") {
    CHECK(line(table_of("gb200-nvl72"), "gb200-nvl72:") ==
          "gb200-nvl72: 1 rack of 18 trays with 4 GPUs each: 18 trays, 72 GPUs");
    const std::string cut = table_of("gb200-nvl72-2x36");
    CHECK(cut.find("2 partitions in each rack (36, 36 GPUs), bisection 16.2 TB/s") != std::string::npos);
    CHECK(table_of("pcie-4gpu").find("NVLink domains  none: PCIe inside") != std::string::npos);
}

TEST_CASE("several kinds side by side") {
    const std::string table = table_of("mixed-nvl72-h100");
    CHECK(line(table, "made of") == "made of one gb200-nvl72 one hgx-h100 in all");
    CHECK(line(table, "NVSwitches") == "NVSwitches 18 4 400");  // 8 x 18 + 64 x 4
    CHECK(line(table, "NVLink  ") == "NVLink gb200-nvl72 900 GB/s 900 GB/s 722 GB/s 600 ns");
}

TEST_CASE("NICs: their own, shared, or none") {
    CHECK(table_of("p5").find("4 for each GPU, 100 Gb/s = 12.5 GB/s each (EFAv2)") != std::string::npos);
    CHECK(table_of("p4d").find("4 for the 8 GPUs of a server, 100 Gb/s = 12.5 GB/s each (EFAv1)") !=
          std::string::npos);
    DomainKind island = load_domain(test::shipped_library(), "hgx-h100");
    island.nics = {NicSharing::per_server, 0, {}, ""};
    TopologyParts parts;
    parts.kinds = {island};
    parts.runs = {{0, 1}};
    const Shown shown{Topology(parts), ShownSize::all, 0};
    CHECK(table_of(shown).find("none, so there is no way out") != std::string::npos);
}

TEST_CASE("no network, and what is unavailable") {
    const std::string table = table_of_text(R"(topology: t
domains: [{use: gb200-nvl72, count: 2}]
unavailable: [rack0/tray7, rack1/tray0/gpu2]
)");
    CHECK(line(table, "No network") == "No network: a job cannot leave its domain.");
    CHECK(line(table, "Unavailable") == "Unavailable: 5 GPUs (rack0/tray7, rack1/tray0/gpu2)");
}

TEST_CASE("a long list of missing parts is cut") {
    std::string text = "topology: t\ndomains: [{use: hgx-h100, count: 20}]\nunavailable: [box0";
    for (int box = 1; box < 13; ++box) text += ", box" + std::to_string(box);
    CHECK(line(table_of_text(text + "]\n"), "Unavailable") ==
          "Unavailable: 104 GPUs (box0, box1, box2, box3, box4, box5, box6, box7, box8, box9, box10, box11, "
          "...)");
}

TEST_CASE("notes stand at the end, colour only where it is asked for") {
    const Shown shown = domain_alone(load_topology(test::shipped_library(), "dgx-2").topology);
    const Overview overview = overview_of(shown.topology);
    const std::string plain = show_table({shown, overview, {"an oddity"}}, Colour::none);
    CHECK(plain.ends_with("note: an oddity\n"));
    CHECK(plain.find('\x1b') == std::string::npos);
    CHECK(show_table({shown, overview, {}}, Colour::ansi).starts_with("\x1b[1mdgx-2\x1b[0m"));
}

}  // namespace
}  // namespace railyard::output
