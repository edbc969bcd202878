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

}  // namespace
}  // namespace railyard
