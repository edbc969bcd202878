#include "railyard/placement/group_digits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "railyard/placement/regular_groups.hpp"
#include "tests/support/odd_jobs.hpp"

namespace railyard {
namespace {

struct Walked {
    std::vector<std::vector<std::uint64_t>> groups;                   // positions of the members, ascending
    std::map<std::uint64_t, std::pair<std::size_t, std::size_t>> at;  // position -> group, member
};

// The groups of the first block, by their first members.
Walked walk(const RegularGroups& groups, std::uint64_t block) {
    std::vector<std::uint64_t> firsts = {0};
    for (std::size_t a = 0; a < groups.bases().count(); ++a) {
        const Axis axis = groups.bases()[a];
        const std::size_t inner = firsts.size();
        for (std::uint64_t digit = 1; digit < axis.size; ++digit)
            for (std::size_t i = 0; i < inner; ++i) firsts.push_back(firsts[i] + digit * axis.stride);
    }
    Walked walked;
    for (const std::uint64_t first : firsts) {
        if (first >= block) continue;
        std::vector<std::uint64_t> members;
        for (const std::uint64_t offset : groups.offsets()) {
            walked.at[first + offset] = {walked.groups.size(), members.size()};
            members.push_back(first + offset);
        }
        walked.groups.push_back(members);
    }
    return walked;
}

void check_members(const GroupDigits& digits, const Walked& walked) {
    for (std::uint64_t position = 0; position < digits.block(); ++position) {
        const auto known = walked.at.find(position);
        CHECK(digits.is_rank(position) == (known != walked.at.end()));
        if (known == walked.at.end()) continue;
        const auto& members = walked.groups[known->second.first];
        const GroupDigits::Member member = digits.at(position);
        CHECK(member.number == known->second.second);
        CHECK(member.first == members.front());
        CHECK(member.first + digits.offset(member.number) == position);
        const auto before = std::lower_bound(members.begin(), members.end(), position) - members.begin();
        CHECK(digits.below(position - members.front()) == static_cast<std::uint64_t>(before));
    }
}

// The members in an interval, of each group from its beginning on: what does not change with the interval's
// place.
std::multiset<std::vector<std::uint64_t>> seen(const Walked& walked, std::uint64_t from, std::uint64_t to) {
    std::multiset<std::vector<std::uint64_t>> all;
    for (const auto& members : walked.groups) {
        std::vector<std::uint64_t> inside;
        for (const std::uint64_t member : members)
            if (member >= from && member < to) inside.push_back(member - from);
        if (!inside.empty()) all.insert(inside);
    }
    return all;
}

TEST_CASE("members of groups by their numbers, with gaps and without, and what intervals see of them") {
    std::size_t looked_at = 0, with_gaps = 0, of_several_digits = 0, repeated = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const auto odd = test::odd_case(seed);
        const RankGrid grid(odd.job.order, odd.job.degrees);
        if (grid.ranks() > 300) continue;
        const std::uint64_t run = seed % 3 == 0 ? block_size(grid, odd.job.rules.keep) : 0;
        const Spacing spacing = run == 0 ? Spacing() : Spacing(run, run + seed % 5);
        for (const Dimension dimension : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp,
                                          Dimension::ep, Dimension::etp, Dimension::edp}) {
            const auto groups = RegularGroups::of(grid, dimension, spacing);
            if (!groups || groups->members() < 2) continue;
            CAPTURE(seed);
            CAPTURE(static_cast<int>(dimension));
            const GroupDigits digits(groups->own(), spacing);
            CHECK(digits.members() == groups->members());
            const Walked walked = walk(*groups, digits.block());
            if (digits.block() <= spacing.block() || run == 0 || digits.block() % spacing.pitch() == 0)
                check_members(digits, walked);
            ++looked_at;
            if (run != 0 && spacing.pitch() > run && digits.block() > run) ++with_gaps;
            if (groups->own().count() > 1) ++of_several_digits;
            for (std::uint64_t length = 1; length <= digits.block(); length += 1 + length / 4) {
                const std::uint64_t turn = digits.repeats_after(length);
                REQUIRE(turn > 0);
                for (std::uint64_t from = 0; from + turn + length <= digits.block(); ++from) {
                    CHECK(seen(walked, from, from + length) ==
                          seen(walked, from + turn, from + turn + length));
                    ++repeated;
                }
            }
        }
    }
    CHECK(looked_at >= 300);
    CHECK(with_gaps >= 20);
    CHECK(of_several_digits >= 20);
    CHECK(repeated >= 1000);
}

}  // namespace
}  // namespace railyard
