#include "railyard/placement/linked_seats.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

DomainKind four(ScaleUpKind how) {
    DomainKind kind;
    kind.servers.gpus = 4;
    kind.scale_up.kind = how;
    return kind;
}

TEST_CASE("all are joined behind switches and in meshes, none over PCIe") {
    for (const ScaleUpKind how : {ScaleUpKind::switched, ScaleUpKind::mesh}) {
        const LinkedSeats seats(four(how));
        CHECK(seats.all());
        CHECK(seats.linked(0, 3));
        CHECK(seats.joins({0, 1, 2, 3}, HopPattern::all_to_all));
    }
    const LinkedSeats none(four(ScaleUpKind::none));
    CHECK_FALSE(none.any());
    CHECK_FALSE(none.linked(0, 1));
    CHECK_FALSE(none.joins({0, 1}, HopPattern::chain));
    CHECK(none.joins({2}, HopPattern::ring));
}

TEST_CASE("listed links join chains, rings and all pairs only where each of their hops has one") {
    DomainKind kind = four(ScaleUpKind::links);
    kind.scale_up.pairs = {{0, 1, 1}, {2, 1, 1}, {2, 3, 1}, {3, 0, 1}};
    const LinkedSeats seats(kind);
    CHECK_FALSE(seats.all());
    CHECK(seats.any());
    CHECK(seats.linked(1, 2));
    CHECK(seats.joins({0, 1, 2, 3}, HopPattern::ring));
    CHECK_FALSE(seats.joins({0, 1, 2, 3}, HopPattern::all_to_all));
    CHECK(seats.joins({0, 1, 2}, HopPattern::chain));
    CHECK_FALSE(seats.joins({0, 1, 2}, HopPattern::ring));
    CHECK_FALSE(seats.joins({0, 2}, HopPattern::chain));
}

}  // namespace
}  // namespace railyard
