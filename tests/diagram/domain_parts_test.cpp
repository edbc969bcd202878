#include "railyard/diagram/domain_parts.hpp"

#include <doctest/doctest.h>

#include "railyard/diagram/folded_graph.hpp"
#include "railyard/topology/overview.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::diagram {
namespace {

DomainParts parts_of(const char* domain, const DomainUnfold& unfold = {}) {
    const Topology alone = domain_alone(load_topology(test::shipped_library(), domain).topology).topology;
    return domain_parts(alone.kinds()[0], build_graph(alone), "rack0", unfold, {});
}

TEST_CASE("a small domain is drawn one by one, and every node of its graph has its part") {
    const DomainParts made = parts_of("hgx-h100");
    CHECK(made.servers.size() == 1);
    CHECK(made.servers[0].gpus.size() == 8);
    CHECK(made.switches.size() == 4);
    CHECK(made.folded.empty());
    for (const std::uint32_t part : made.part_of) CHECK(part != not_drawn);
}

TEST_CASE("a rack folds all trays but one, and its switches") {
    const DomainParts made = parts_of("gb200-nvl72");
    CHECK(made.servers.size() == 1);
    CHECK(made.switches.size() == 1);
    REQUIRE(made.folded.size() == 1);
    CHECK(made.parts[made.folded[0]].box.label == "17 trays like tray0\n68 GPUs, 34 CPUs,\n68 NICs");
    for (const std::uint32_t part : made.part_of) CHECK(part != not_drawn);
    const DomainParts open = parts_of("gb200-nvl72", {{3, 7}, true});
    CHECK(open.servers.size() == 3);
    CHECK(open.switches.size() == 18);
    CHECK(open.parts[open.folded[0]].box.label.starts_with("15 trays"));
}

TEST_CASE("NICs of one GPU are one part, shared ones hang under their first GPU") {
    const DomainParts made = parts_of("p5");
    CHECK(made.servers[0].nics.size() == 8);
    CHECK(made.parts[made.servers[0].nics[0]].box.label.find("4 x ") != std::string::npos);
    const DomainParts shared = parts_of("dgx-1v");
    REQUIRE(shared.servers[0].nics_at.size() == 4);
    CHECK(shared.servers[0].nics_at.count(2) == 1);
}

// 18 trays of 4: the partitions of 36 GPUs are trays 0 to 8 and 9 to 17; tray 0 is drawn.
TEST_CASE("servers of different NVLink partitions are not folded into one") {
    const DomainParts made = parts_of("gb200-nvl72-2x36");
    REQUIRE(made.folded.size() == 2);
    CHECK(made.parts[made.folded[0]].box.label.starts_with("8 trays like tray0\npartition 0\n"));
    CHECK(made.parts[made.folded[1]].box.label.starts_with("9 trays like tray0\npartition 1\n"));
    DomainKind kind;
    kind.servers.count = 2;
    kind.servers.gpus = 4;
    CHECK(partitions_of(kind, 0).empty());
    kind.partitions = {6, 2};
    CHECK(partitions_of(kind, 0) == "partition 0");
    CHECK(partitions_of(kind, 1) == "partitions 0 to 1");
}

TEST_CASE("what was assumed is known, and has a dashed frame around it") {
    const Topology alone = domain_alone(load_topology(test::shipped_library(), "hgx-h100").topology).topology;
    DomainParts parts = domain_parts(alone.kinds()[0], build_graph(alone), "d", {}, {});
    mark_assumed(parts, {Assumed::nic_rate, Assumed::cpu_link});
    CHECK(parts.has_assumed);
    for (const DomainPart& part : parts.parts) CHECK(part.is_assumed == (part.kind == NodeKind::nic));
    const Box frame = assumed_frame({10, 20, 30, 40, {}});
    CHECK(frame.style.dash == Dash::dashed);
    CHECK(frame.x < 10);
    CHECK(frame.x + frame.width > 40);
    CHECK(frame.y + frame.height > 60);
}

}  // namespace
}  // namespace railyard::diagram
