#include "railyard/base/ids.hpp"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace railyard {
namespace {

template <class A, class B>
concept EqualityComparable = requires(A a, B b) {
    a == b;
};
template <class Container, class Index>
concept IndexableBy = requires(Container c, Index i) {
    c[i];
};

static_assert(!std::is_convertible_v<GpuId, RankId>);
static_assert(!std::is_constructible_v<RankId, GpuId>);
static_assert(!std::is_assignable_v<RankId&, GpuId>);
static_assert(!std::is_convertible_v<std::uint32_t, RankId>);
static_assert(!std::is_convertible_v<RankId, std::uint32_t>);
static_assert(!std::is_convertible_v<DomainId, NodeId>);
static_assert(EqualityComparable<RankId, RankId>);
static_assert(!EqualityComparable<RankId, GpuId>);
static_assert(!EqualityComparable<RankId, int>);

using Placement = IdVector<RankId, GpuId>;
static_assert(IndexableBy<Placement, RankId>);
static_assert(!IndexableBy<Placement, GpuId>);
static_assert(!IndexableBy<Placement, std::size_t>);

// A million of them are kept: no more than the number inside.
static_assert(sizeof(RankId) == sizeof(std::uint32_t));
static_assert(std::is_trivially_copyable_v<RankId>);

TEST_CASE("an id is none until it is given a number") {
    CHECK(RankId{}.is_none());
    CHECK_FALSE(RankId(0).is_none());
    CHECK(RankId(7).value() == 7);
    CHECK(RankId{} == RankId{});
    CHECK(RankId{} != RankId(0));
}

TEST_CASE("ids are ordered by number, none comes last") {
    CHECK(RankId(1) < RankId(2));
    CHECK(RankId(2) <= RankId(2));
    CHECK(RankId(4'000'000'000U) < RankId{});
}

TEST_CASE("an IdVector is a vector with one kind of index") {
    Placement placement(3, GpuId(9));
    CHECK(placement.size() == 3);
    CHECK_FALSE(placement.empty());
    CHECK(placement[RankId(2)] == GpuId(9));
    placement[RankId(1)] = GpuId(4);
    CHECK(placement.items() == std::vector<GpuId>{GpuId(9), GpuId(4), GpuId(9)});
    placement.push_back(GpuId(5));
    CHECK(placement[RankId(3)] == GpuId(5));
    std::uint32_t sum = 0;
    for (const GpuId gpu : placement) sum += gpu.value();
    CHECK(sum == 27);  // 9 + 4 + 9 + 5
}

TEST_CASE("adding to an IdVector gives the id of what was added") {
    IdVector<NodeId, std::string> names;
    CHECK(names.empty());
    names.reserve(2);
    CHECK(names.add("gpu0") == NodeId(0));
    CHECK(names.add("gpu1") == NodeId(1));
    CHECK(names[NodeId(1)] == "gpu1");
    names.items().clear();
    CHECK(names.empty());
}

}  // namespace
}  // namespace railyard
