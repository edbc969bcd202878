#include "railyard/diagram/fabric_groups.hpp"

#include <doctest/doctest.h>

namespace railyard::diagram {
namespace {

using Members = std::vector<std::vector<std::uint32_t>>;

Members members_of(const std::vector<DomainGroup>& groups) {
    Members members;
    for (const DomainGroup& group : groups) members.push_back(group.members);
    return members;
}

// Two kinds, 3 and 4 domains, spans of 4: the last of the first kind shares its span with the other kind.
const std::vector<DomainFacts> mixed = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0},
                                        {1, 0, 1}, {1, 0, 1}, {1, 0, 1}, {1, 0, 1}};

TEST_CASE("in a span kind by kind, those that are open first") {
    const auto groups = domain_groups(mixed, {0, 4}, {0, 1}, Economy::none);
    CHECK(members_of(groups) == Members{{0}, {1, 2}, {3}, {4}, {5, 6, 7}});
    CHECK(groups[1].below == 0);
    CHECK(groups[4].below == 1);
    CHECK(groups[0].is_open);
    CHECK(!groups[2].is_open);
}

TEST_CASE("domains of spans that are not drawn are last") {
    const auto groups = domain_groups(mixed, {3}, {0}, Economy::none);
    CHECK(members_of(groups) == Members{{0, 1, 2}, {3}, {4, 5, 6, 7}});
    CHECK(groups[2].below == not_drawn);
}

TEST_CASE("where room is short a kind is one, whatever is above it") {
    const auto groups = domain_groups(mixed, {0, 3}, {0}, Economy::any_span);
    CHECK(members_of(groups) == Members{{0}, {1, 2}, {3}, {4, 5, 6, 7}});
    CHECK(groups[1].below == not_drawn);
}

// Domains that lack 0, 1, 2 and 3 GPUs.
TEST_CASE("and however many GPUs its domains lack") {
    std::vector<DomainFacts> domains(8);
    for (std::uint32_t d = 5; d < 8; ++d) domains[d].missing = d - 4;
    CHECK(members_of(domain_groups(domains, {0}, {0}, Economy::none)) ==
          Members{{0}, {5}, {6}, {7}, {1, 2, 3, 4}});
    const auto groups = domain_groups(domains, {0}, {0}, Economy::one_way);
    CHECK(members_of(groups) == Members{{0}, {1, 2, 3, 4}, {5, 6, 7}});
    CHECK(groups[2].missing == DomainGroup::various);
    const auto one = domain_groups(domains, {0}, {0}, Economy::one_fold);
    CHECK(members_of(one) == Members{{0}, {1, 2, 3, 4, 5, 6, 7}});
    CHECK(one[1].missing == DomainGroup::various);
    CHECK(domain_groups(mixed, {0, 3}, {0}, Economy::one_fold)[1].missing == 0);
}

}  // namespace
}  // namespace railyard::diagram
