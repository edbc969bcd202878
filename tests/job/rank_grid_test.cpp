#include "railyard/job/rank_grid.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard {
namespace {

using test::order_of;

std::vector<std::uint32_t> coordinates(const RankGrid& grid, Dimension d) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t r = 0; r < grid.ranks(); ++r) all.push_back(grid.coordinate(RankId(r), d));
    return all;
}

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("the innermost entry is the least significant digit") {
    // tp 2 | pp 2 | dp 3
    const RankGrid grid(order_of("tp,cp,pp,dp"), Degrees{2, 1, 2, 3, 1, 1});
    CHECK(grid.ranks() == 12);
    CHECK(coordinates(grid, Dimension::tp) == Numbers{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    CHECK(coordinates(grid, Dimension::pp) == Numbers{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
    CHECK(coordinates(grid, Dimension::dp) == Numbers{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2});
    CHECK(coordinates(grid, Dimension::cp) == Numbers(12, 0));
    CHECK(grid.stage(RankId(3)) == 1);
}

TEST_CASE("the coordinate of a tiled dimension counts its innermost entry first") {
    // dp 2 | pp 2 | dp 3: dp = first digit + 2 x last digit.
    const RankGrid grid(order_of("dp:2,pp,dp"), Degrees{1, 1, 2, 6, 1, 1});
    CHECK(coordinates(grid, Dimension::dp) == Numbers{0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5});
    CHECK(coordinates(grid, Dimension::pp) == Numbers{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1});
}

TEST_CASE("experts cut the ranks of a stage in rank order: etp, then ep, then edp") {
    // pp 2 innermost: the even ranks are stage 0, the odd ones stage 1; each stage has 12 numbers.
    const RankGrid grid(order_of("pp,tp,dp"), Degrees{3, 1, 2, 4, 3, 2});
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t r = 0; r < 24; ++r) numbers.push_back(grid.number_in_stage(RankId(r)));
    Numbers expected;
    for (std::uint32_t r = 0; r < 24; ++r) expected.push_back(r / 2);
    CHECK(numbers == expected);
    // Number 7 = etp 1 + 2 x (ep 0 + 3 x edp 1).
    for (const std::uint32_t rank : {14U, 15U}) {
        CHECK(grid.coordinate(RankId(rank), Dimension::etp) == 1);
        CHECK(grid.coordinate(RankId(rank), Dimension::ep) == 0);
        CHECK(grid.coordinate(RankId(rank), Dimension::edp) == 1);
    }
    // Number 11, the last one: etp 1, ep 2, edp 1.
    CHECK(grid.coordinate(RankId(23), Dimension::etp) == 1);
    CHECK(grid.coordinate(RankId(23), Dimension::ep) == 2);
    CHECK(grid.coordinate(RankId(23), Dimension::edp) == 1);
}

TEST_CASE("offsets lead from stage to stage, and from number to number of a stage") {
    const RankGrid grid(order_of("tp,pp:2,dp,pp"), Degrees{2, 1, 6, 5, 1, 1});
    for (std::uint32_t r = 0; r < grid.ranks(); ++r) {
        const RankId rank(r);
        CHECK(grid.first_stage_rank(grid.number_in_stage(rank)) + grid.stage_offset(grid.stage(rank)) == r);
    }
    CHECK(grid.axes_of(Dimension::pp) == std::vector<Axis>{{2, 2}, {3, 20}});
    CHECK(grid.axes_in_stage() == std::vector<Axis>{{2, 1}, {5, 4}});
    // 13 = 1 + 2 x 6: one step of the first axis, and six of the second (which has room for more).
    CHECK(offset_of({{2, 1}, {50, 4}}, 13) == 1 + 6 * 4);
    CHECK(offset_of({}, 0) == 0);
}

TEST_CASE("coordinates equal plain ones, digit by digit, on jobs of all sorts") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto job = test::odd_case(seed).job;
        CAPTURE(std::to_string(seed) + ": " + to_text(job.order));
        const RankGrid grid(job.order, job.degrees);
        const test::PlainRanks plain(job);
        REQUIRE(grid.ranks() == plain.count());
        for (std::uint32_t r = 0; r < grid.ranks(); ++r) {
            for (std::size_t d = 0; d < dimension_count; ++d) {
                const auto dimension = static_cast<Dimension>(d);
                REQUIRE(grid.coordinate(RankId(r), dimension) == plain.coordinate(r, dimension));
            }
        }
    }
}

TEST_CASE("a grid is not made of an order or of degrees that no loader lets through") {
    CHECK_THROWS_AS(RankGrid(order_of("tp,pp"), Degrees{2, 1, 2, 3, 1, 1}), std::logic_error);
    CHECK_THROWS_AS(RankGrid(order_of("tp,pp,dp"), Degrees{2, 1, 2, 3, 4, 1}), std::logic_error);  // 6 % 4
}

}  // namespace
}  // namespace railyard
