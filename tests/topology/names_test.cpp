#include "railyard/topology/names.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

// rack0 to rack7 (18 trays of 4), box8 to box71 (1 server of 8).
Topology mixed() {
    return load_topology(test::shipped_library(), "mixed-nvl72-h100").topology;
}

std::string why_not(const Topology& topology, std::string_view name) {
    const auto result = parse_name(topology, name);
    const auto* why = std::get_if<std::string>(&result);
    return why == nullptr ? "" : *why;
}

TEST_CASE("names count domains through the whole topology") {
    const Topology topology = mixed();
    CHECK(gpu_name(topology, GpuId(3 * 72 + 7 * 4 + 2)) == "rack3/tray7/gpu2");
    CHECK(gpu_name(topology, GpuId(8 * 72 + 2 * 8 + 5)) == "box10/server0/gpu5");
    CHECK(server_name(topology, topology.place(GpuId(8 * 72))) == "box8/server0");
    CHECK(domain_name(topology, topology.domain(DomainId(71))) == "box71");
}

TEST_CASE("domains of one word are called by it, others domains") {
    const Topology topology = mixed();
    CHECK(word_of(topology, {DomainId(0), DomainId(7)}) == "rack");
    CHECK(word_of(topology, {DomainId(8)}) == "box");
    CHECK(word_of(topology, {DomainId(7), DomainId(8)}) == "domain");
}

TEST_CASE("a host's name is no domain of a long word") {
    CHECK(why_not(mixed(), "rack1-tray1") == "'rack1-tray1' is not the name of a part: write rack1/tray1");
    CHECK(why_not(mixed(), "rack1.tray1:gpu2") ==
          "'rack1.tray1:gpu2' is not the name of a part: write rack1/tray1/gpu2");
    CHECK(why_not(mixed(), "rack1-tray99") ==
          "'rack1-tray99' is not the name of a part such as rack0/tray0/gpu0");
    CHECK(why_not(mixed(), "box1") == "number 1 is a rack: write rack1");
}

TEST_CASE("a name stands for all GPUs below it") {
    const Topology topology = mixed();
    struct Row {
        const char* name;
        std::uint32_t first;
        std::uint32_t count;
    };
    const Row rows[] = {
        {"rack3", 3 * 72, 72},
        {"rack3/tray7", 3 * 72 + 7 * 4, 4},
        {"rack3/tray7/gpu2", 3 * 72 + 7 * 4 + 2, 1},
        {"box8", 8 * 72, 8},
        {"box71/server0/gpu7", 8 * 72 + 64 * 8 - 1, 1},
    };
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            const auto found = parse_name(topology, row.name);
            REQUIRE(std::holds_alternative<GpuRange>(found));
            CHECK(std::get<GpuRange>(found).first == GpuId(row.first));
            CHECK(std::get<GpuRange>(found).count == row.count);
        }
    }
}

TEST_CASE("every GPU is found by its name") {
    const Topology topology = mixed();
    for (std::uint32_t g = 0; g < topology.gpu_count(); ++g) {
        const auto found = parse_name(topology, gpu_name(topology, GpuId(g)));
        REQUIRE(std::holds_alternative<GpuRange>(found));
        CHECK(std::get<GpuRange>(found).first == GpuId(g));
    }
}

TEST_CASE("partitions have names of their own") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-nvl72-2x36").topology;
    CHECK(domain_name(topology, topology.domain(DomainId(7))) == "rack3.1");
    const auto found = parse_name(topology, "rack3.1");
    REQUIRE(std::holds_alternative<GpuRange>(found));
    CHECK(std::get<GpuRange>(found).first == GpuId(3 * 72 + 36));
    CHECK(std::get<GpuRange>(found).count == 36);
    CHECK(gpu_name(topology, GpuId(3 * 72 + 36)) == "rack3/tray9/gpu0");  // trays count through partitions
    CHECK(why_not(topology, "rack3.2") == "there is no partition 2 in rack3: it has rack3.0 to rack3.1");
    CHECK(why_not(topology, "rack3.1/tray2") ==
          "the servers of rack3 are counted through its partitions: write rack3/...");
    CHECK(why_not(mixed(), "rack3.0") == "rack3 has no partitions");
}

TEST_CASE("what is wrong with a name") {
    const Topology topology = mixed();
    struct Row {
        const char* name;
        const char* why;
    };
    const Row rows[] = {
        {"rack8", "number 8 is a box: write box8"},
        {"pod3", "number 3 is a rack: write rack3"},
        {"tray3", "a tray is named with its rack: write rack0/tray3"},
        {"node3", "a tray is named with its rack: write rack0/tray3"},
        {"tray18", "a tray is named with its rack: such as rack0/tray0"},
        {"tray3/gpu1", "a tray is named with its rack: write rack0/tray3"},
        {"gpu30", "a GPU is named with its rack and tray: write rack0/tray7/gpu2"},
        {"gpu72", "a GPU is named with its rack and tray: such as rack0/tray0/gpu0"},
        {"rack72", "there is no rack72: the domains are rack0 to box71"},
        {"rack3/tray18", "there is no tray18 in rack3: it has tray0 to tray17"},
        {"rack3/server1", "there is no server1 in rack3: it has tray0 to tray17"},
        {"rack3/tray7/gpu4", "there is no gpu4 in tray7: it has gpu0 to gpu3"},
        {"rack3/tray7/nic0", "there is no nic0 in tray7: it has gpu0 to gpu3"},
        {"box8/gpu2", "a GPU is named with its server: write box8/server0/gpu2"},
        {"rack3/gpu30", "a GPU is named with its server: write rack3/tray7/gpu2"},
        {"rack3/gpu72", "there is no gpu72 in rack3: it has tray0 to tray17"},
        {"box8/server1", "there is no server1 in box8: it has server0"},
        // Padded numbers are read as octal elsewhere, so none is taken on trust.
        {"rack03", "'rack03' has leading zeros: write rack3"},
        {"rack3/tray007", "'tray007' has leading zeros: write tray7"},
        {"rack3/tray7/gpu00", "'gpu00' has leading zeros: write gpu0"},
        {"", "'' is not the name of a part such as rack0/tray0/gpu0"},
        {"rack", "'rack' is not the name of a part such as rack0/tray0/gpu0"},
        {"3", "'3' is not the name of a part such as rack0/tray0/gpu0"},
        {"rack3/", "'rack3/' is not the name of a part such as rack0/tray0/gpu0"},
        {"rack3/tray7/gpu2/core1",
         "'rack3/tray7/gpu2/core1' is not the name of a part such as rack0/tray0/gpu0"},
        {"rack-3 ", "'rack-3 ' is not the name of a part such as rack0/tray0/gpu0"},
        {"rack99999999999", "'rack99999999999' is not the name of a part such as rack0/tray0/gpu0"},
    };
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            CHECK(why_not(topology, row.name) == row.why);
        }
    }
}

TEST_CASE("where all domains are alike, servers and GPUs without theirs are counted through all") {
    const Topology racks = load_topology(test::shipped_library(), "gb200-superpod").topology;
    CHECK(why_not(racks, "tray20") == "a tray is named with its rack: write rack1/tray2");
    CHECK(why_not(racks, "gpu77") == "a GPU is named with its rack and tray: write rack1/tray1/gpu1");
    const Topology boxes = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    CHECK(why_not(boxes, "server5") == "a server is named with its box: write box5/server0");
    CHECK(why_not(boxes, "node5") == "a server is named with its box: write box5/server0");
}

TEST_CASE("a number beyond the last domain of an endless topology") {
    const Topology topology = load_topology(test::shipped_library(), "gb200-superpod").topology;
    // 72 GPUs a rack and ids to 2^31 - 1: 2147483647 / 72 = 29826161 racks.
    CHECK(why_not(topology, "rack29826161") ==
          "there is no rack29826161: the domains are rack0 to rack29826160");
    CHECK(why_not(topology, "rack29826160").empty());
}

}  // namespace
}  // namespace railyard
