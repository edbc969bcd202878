#include "railyard/placement/group_classes.hpp"

#include <doctest/doctest.h>

namespace railyard {
namespace {

GroupClass some(std::uint64_t groups, std::uint32_t domains, double inside) {
    GroupClass found;
    found.groups = groups;
    found.members = 8;
    found.domains = domains;
    found.inside = gigabytes_per_second(inside);
    return found;
}

TEST_CASE("groups that see the same are one class, but for the last digits") {
    DimensionLinks links;
    add_class(links, some(3, 2, 100));
    add_class(links, some(4, 2, 100 * (1 + 1e-12)));
    add_class(links, some(5, 2, 101));
    REQUIRE(links.classes.size() == 2);
    CHECK(links.classes[0].groups == 7);
    CHECK(links.classes[0].inside == gigabytes_per_second(100));
    CHECK(links.classes[1].groups == 5);
}

TEST_CASE("the order of classes does not depend on which was found first") {
    DimensionLinks one, other;
    for (const GroupClass& c : {some(3, 2, 100), some(9, 4, 50), some(3, 1, 100), some(3, 2, 90)})
        add_class(one, c);
    for (const GroupClass& c : {some(3, 2, 90), some(3, 1, 100), some(3, 2, 100), some(9, 4, 50)})
        add_class(other, c);
    put_in_order(one);
    put_in_order(other);
    REQUIRE(one.classes.size() == 4);
    for (const DimensionLinks* links : {&one, &other}) {
        CHECK(links->classes[0].groups == 9);
        CHECK(links->classes[1].domains == 1);
        CHECK(links->classes[2].inside == gigabytes_per_second(90));
        CHECK(links->classes[3].inside == gigabytes_per_second(100));
    }
}

}  // namespace
}  // namespace railyard
