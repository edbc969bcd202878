#include "railyard/placement/inside_rates.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

// Two boards of four GPUs, two switches each; a trunk of 6 links of 10 GB/s between twins.
DomainKind two_boards() {
    DomainKind kind;
    kind.servers.gpus = 8;
    kind.scale_up.kind = ScaleUpKind::switched;
    kind.scale_up.boards = 2;
    kind.scale_up.switches = 4;
    kind.scale_up.links_per_switch = {1, 2};
    kind.scale_up.link = {gigabytes_per_second(20), std::nullopt, microseconds(0.5)};
    kind.scale_up.trunk_links = 6;
    kind.scale_up.trunk = {gigabytes_per_second(10), std::nullopt, microseconds(0.2)};
    return kind;
}

TEST_CASE("the share of its mates that a member has across") {
    CHECK(share_across_boards(4, 0) == 0);
    CHECK(share_across_boards(4, 4) == 0);
    CHECK(share_across_boards(2, 1) == 1);
    // Three on one board and one on the other: that one has them all across.
    CHECK(share_across_boards(4, 3) == 1);
    CHECK(share_across_boards(4, 2) == 2.0 / 3.0);
}

TEST_CASE("behind switches the mean over the mates, and the trunk's latency where one is across") {
    const DomainKind kind = two_boards();
    // 3 links of 20 GB/s.
    CHECK(inside_switched(kind, 0).rate == gigabytes_per_second(60));
    CHECK(inside_switched(kind, 0).latency == microseconds(1));
    // Into each twin a GPU gets the less of its own links and a fourth of 60 GB/s: 15 and 15.
    CHECK(inside_switched(kind, 1).rate == gigabytes_per_second(30));
    CHECK(inside_switched(kind, 1).latency.raw() == doctest::Approx(1.2e-6));
    CHECK(inside_switched(kind, 0.5).rate == gigabytes_per_second(45));
}

TEST_CASE("in a mesh a member has its links to the others") {
    DomainKind kind;
    kind.scale_up.kind = ScaleUpKind::mesh;
    kind.scale_up.links_per_pair = 2;
    kind.scale_up.link = {gigabytes_per_second(50), std::nullopt, microseconds(0.3)};
    CHECK(inside_mesh(kind, 4).rate == gigabytes_per_second(300));
    CHECK(inside_mesh(kind, 4).latency == microseconds(0.3));
}

// Four GPUs, two on each CPU; 0 and 1 have two links, 1 and 2 have one.
DomainKind some_linked() {
    DomainKind kind;
    kind.servers.gpus = 4;
    kind.servers.cpus = 2;
    kind.servers.pcie = {gigabytes_per_second(16), std::nullopt, microseconds(0.1)};
    kind.servers.cpu_link = {gigabytes_per_second(20), std::nullopt, microseconds(0.05)};
    kind.scale_up.kind = ScaleUpKind::links;
    kind.scale_up.link = {gigabytes_per_second(25), std::nullopt, microseconds(0.3)};
    kind.scale_up.pairs = {{0, 1, 2}, {1, 2, 1}};
    return kind;
}

TEST_CASE("where links are listed the poorest member counts, and what it reaches by PCIe") {
    const DomainKind kind = some_linked();
    CHECK(inside_server(kind, {0, 1}).rate == gigabytes_per_second(50));
    CHECK(inside_server(kind, {0, 1}).mates_by_pcie == 0);
    // 0 has 50 GB/s to 1, 2 has 25; 0 and 2 meet over the CPUs, whose link two senders share.
    const InsideRate three = inside_rate(kind, {0, 1, 2});
    CHECK(three.rate == gigabytes_per_second(25));
    CHECK(three.mates_by_pcie == 1);
    CHECK(three.pcie == gigabytes_per_second(10));
    CHECK(three.latency == microseconds(0.3));
}

TEST_CASE("without links rings share the way between the CPUs") {
    DomainKind kind = some_linked();
    kind.scale_up.kind = ScaleUpKind::none;
    CHECK(inside_server(kind, {0, 1}).rate == gigabytes_per_second(16));
    CHECK(inside_server(kind, {0, 1}).mates_by_pcie == 0);
    // Two groups of two cross it at once: half of 20 GB/s each.
    const InsideRate across = inside_server(kind, {1, 2});
    CHECK(across.rate == gigabytes_per_second(10));
    CHECK(across.mates_by_pcie == 1);
    CHECK(across.latency.raw() == doctest::Approx(0.25e-6));
}

TEST_CASE("of two domains the poorer rate, the longer latency and the slower PCIe count") {
    const InsideRate a{gigabytes_per_second(50), microseconds(1), 0, {}};
    const InsideRate b{gigabytes_per_second(70), microseconds(2), 3, gigabytes_per_second(9)};
    const InsideRate c{gigabytes_per_second(60), microseconds(1), 1, gigabytes_per_second(12)};
    CHECK(poorer(a, b) == InsideRate{gigabytes_per_second(50), microseconds(2), 3, gigabytes_per_second(9)});
    CHECK(poorer(b, a) == poorer(a, b));
    CHECK(poorer(b, c) == InsideRate{gigabytes_per_second(60), microseconds(2), 3, gigabytes_per_second(9)});
}

}  // namespace
}  // namespace railyard
