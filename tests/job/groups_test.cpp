#include "railyard/job/groups.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "railyard/job/order.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/odd_jobs.hpp"
#include "tests/support/plain_ranks.hpp"

namespace railyard {
namespace {

using test::order_of;
using Ranks = std::vector<std::uint32_t>;
using GroupList = std::vector<Ranks>;

GroupList sorted(GroupList groups) {
    std::sort(groups.begin(), groups.end());
    return groups;
}

GroupList groups_of(const RankGrid& grid, Dimension dimension) {
    GroupList all;
    Groups(grid, dimension).for_each_run([&](const GroupRun& run) {
        for (std::uint32_t i = 0; i < run.count; ++i) {
            all.emplace_back();
            for (const std::uint32_t offset : run.offsets) all.back().push_back(run.first + i + offset);
        }
    });
    return sorted(all);
}

TEST_CASE("the example of the issue: tp 4 and cp 2 on 8 ranks") {
    const Degrees degrees{4, 2, 1, 1, 1, 1};
    const RankGrid tp_first(order_of("tp,cp"), degrees);
    CHECK(groups_of(tp_first, Dimension::tp) == GroupList{{0, 1, 2, 3}, {4, 5, 6, 7}});
    CHECK(groups_of(tp_first, Dimension::cp) == GroupList{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    const RankGrid cp_first(order_of("cp,tp"), degrees);
    CHECK(groups_of(cp_first, Dimension::tp) == GroupList{{0, 2, 4, 6}, {1, 3, 5, 7}});
    CHECK(groups_of(cp_first, Dimension::cp) == GroupList{{0, 1}, {2, 3}, {4, 5}, {6, 7}});
}

TEST_CASE("groups of a tiled dimension run through its tiles, innermost first") {
    const RankGrid grid(order_of("dp:2,pp,dp"), Degrees{1, 1, 2, 4, 1, 1});
    CHECK(groups_of(grid, Dimension::dp) == GroupList{{0, 1, 4, 5}, {2, 3, 6, 7}});
    CHECK(groups_of(grid, Dimension::pp) == GroupList{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
}

TEST_CASE("expert groups lie in one stage, also where the digits of the order lie across them") {
    // tp 3, dp 8 in one stage and ep 8: neither divides the other, but the ranks of a stage follow each
    // other.
    const RankGrid in_a_row(order_of("tp,cp,dp,pp"), Degrees{3, 1, 2, 8, 8, 1});
    const auto axes = expert_axes(in_a_row);
    REQUIRE(axes.has_value());
    CHECK(axes->ep == std::vector<Axis>{{8, 1}});
    CHECK(axes->edp == std::vector<Axis>{{3, 8}});
    CHECK(groups_of(in_a_row, Dimension::ep) == GroupList{{0, 1, 2, 3, 4, 5, 6, 7},
                                                          {8, 9, 10, 11, 12, 13, 14, 15},
                                                          {16, 17, 18, 19, 20, 21, 22, 23},
                                                          {24, 25, 26, 27, 28, 29, 30, 31},
                                                          {32, 33, 34, 35, 36, 37, 38, 39},
                                                          {40, 41, 42, 43, 44, 45, 46, 47}});
    // With pp innermost, numbers of a stage are two ranks apart; edp joins numbers 0, 8, 16 and so on.
    const RankGrid pp_first(order_of("pp,tp,dp"), Degrees{3, 1, 2, 8, 8, 1});
    const auto edp = groups_of(pp_first, Dimension::edp);
    REQUIRE(edp.size() == 16);
    CHECK(edp[0] == Ranks{0, 16, 32});
    CHECK(edp[1] == Ranks{1, 17, 33});
    CHECK(edp[15] == Ranks{15, 31, 47});
    // With pp in between, runs of three have gaps of three between them.
    const RankGrid across(order_of("tp,pp,dp"), Degrees{3, 1, 2, 8, 8, 1});
    CHECK_FALSE(expert_axes(across).has_value());
    CHECK(groups_of(across, Dimension::ep)[0] == Ranks{0, 1, 2, 6, 7, 8, 12, 13});
    CHECK(groups_of(across, Dimension::edp)[0] == Ranks{0, 14, 31});
}

TEST_CASE("the digits of experts, where those of a stage can be split so") {
    // tp 8 | dp 16, one run: etp 2 is a part of tp, ep 8 the rest of tp and 2 of dp, edp 8 the rest of dp.
    const auto axes = expert_axes(RankGrid(order_of("tp,cp,dp,pp"), Degrees{8, 1, 4, 16, 8, 2}));
    REQUIRE(axes.has_value());
    CHECK(axes->etp == std::vector<Axis>{{2, 1}});
    CHECK(axes->ep == std::vector<Axis>{{8, 2}});
    CHECK(axes->edp == std::vector<Axis>{{8, 16}});
}

TEST_CASE("groups that follow each other come in runs, and every rank stands in one group") {
    // Llama 3: 8 tp ranks, 16 stages, 64 replicas; the groups of pp start at 8 consecutive ranks.
    const RankGrid grid(order_of("tp,cp,pp,dp"), Degrees{8, 1, 16, 64, 1, 1});
    const Groups pp(grid, Dimension::pp);
    CHECK(pp.members() == 16);
    CHECK(pp.count() == 512);
    std::size_t runs = 0;
    std::vector<std::uint32_t> met(grid.ranks(), 0);
    pp.for_each_run([&](const GroupRun& run) {
        ++runs;
        CHECK(run.count == 8);
        for (std::uint32_t i = 0; i < run.count; ++i) {
            for (const std::uint32_t offset : run.offsets) ++met[run.first + i + offset];
        }
    });
    CHECK(runs == 64);
    CHECK(std::count(met.begin(), met.end(), 1) == 8192);
}

TEST_CASE("groups equal plain ones on jobs of all sorts, members in order and stages too") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const auto job = test::odd_case(seed).job;
        CAPTURE(std::to_string(seed) + ": " + to_text(job.order));
        const RankGrid grid(job.order, job.degrees);
        const test::PlainRanks plain(job);
        for (std::size_t d = 0; d < dimension_count; ++d) {
            const auto dimension = static_cast<Dimension>(d);
            GroupList expected;
            for (const auto& group : plain.groups(dimension)) expected.push_back(group.ranks);
            REQUIRE(groups_of(grid, dimension) == sorted(expected));
            const Groups groups(grid, dimension);
            REQUIRE(groups.count() == expected.size());
            groups.for_each_run([&](const GroupRun& run) {
                const std::uint32_t stage = plain.coordinate(run.first + run.offsets[0], Dimension::pp);
                REQUIRE(run.stage == (dimension == Dimension::pp ? 0 : stage));
            });
        }
    }
}

// Megatron-LM's RankGenerator, from what its documentation says: an order such as "tp-cp-ep-dp-pp" has its
// fastest dimension first; a rank is the sum of index times stride; the groups of some of the dimensions are
// listed by the index over the others, their members by the index over their own.
class Megatron {
  public:
    struct Size {
        std::string name;
        std::uint32_t size;
    };
    explicit Megatron(std::vector<Size> fastest_first) : sizes_(std::move(fastest_first)) {}

    [[nodiscard]] GroupList groups(const std::string& name) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> own;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> rest;
        std::uint32_t stride = 1;
        for (const Size& size : sizes_) {
            (size.name == name ? own : rest).emplace_back(size.size, stride);
            stride *= size.size;
        }
        GroupList groups;
        for (std::uint32_t g = 0; g < all(rest); ++g) {
            groups.emplace_back();
            for (std::uint32_t m = 0; m < all(own); ++m) groups.back().push_back(at(rest, g) + at(own, m));
        }
        return sorted(groups);
    }

  private:
    using Shape = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    static std::uint32_t all(const Shape& shape) {
        std::uint32_t product = 1;
        for (const auto& [size, stride] : shape) product *= size;
        return product;
    }
    static std::uint32_t at(const Shape& shape, std::uint32_t index) {
        std::uint32_t rank = 0;
        for (const auto& [size, stride] : shape) {
            rank += index % size * stride;
            index /= size;
        }
        return rank;
    }

    std::vector<Size> sizes_;
};

const std::vector<Degrees> megatron_degrees = {{2, 3, 4, 5, 1, 1},  {4, 1, 2, 6, 8, 1}, {2, 2, 2, 2, 4, 2},
                                               {1, 1, 4, 12, 6, 2}, {3, 1, 2, 8, 8, 1}, {4, 2, 1, 1, 1, 1},
                                               {1, 5, 3, 1, 5, 1}};

TEST_CASE("all 120 order strings of tp, cp, ep, dp, pp give Megatron-LM's dense groups") {
    for (const Degrees& degrees : megatron_degrees) {
        std::vector<std::string> names = {"cp", "dp", "ep", "pp", "tp"};
        std::size_t orders = 0;
        do {
            // Megatron's dense grid has ep = 1 wherever it stands, and our order does not name it.
            std::string text;
            std::vector<Megatron::Size> sizes;
            for (const auto& name : names) {
                const auto item = std::get<OrderItem>(parse_order_item(name));
                sizes.push_back({name, name == "ep" ? 1 : degrees.of(item.dimension)});
                if (name != "ep") text += (text.empty() ? "" : ",") + name;
            }
            CAPTURE(text);
            const RankGrid grid(order_of(text), degrees);
            const Megatron megatron(sizes);
            for (const auto d : {Dimension::tp, Dimension::cp, Dimension::pp, Dimension::dp}) {
                REQUIRE(groups_of(grid, d) == megatron.groups(std::string(name_of(d))));
            }
            ++orders;
        } while (std::next_permutation(names.begin(), names.end()));
        CHECK(orders == 120);
    }
}

TEST_CASE("with pp outermost the expert groups are those of Megatron-LM's second grid") {
    // Its second grid has no cp, etp in place of tp and expert replicas in place of dp: tp-ep-dp-pp.
    for (const Degrees& degrees : megatron_degrees) {
        const Megatron megatron(
            {{"etp", degrees.etp}, {"ep", degrees.ep}, {"edp", degrees.edp()}, {"pp", degrees.pp}});
        std::vector<std::string> dense = {"cp", "dp", "tp"};
        do {
            const std::string text = dense[0] + "," + dense[1] + "," + dense[2] + ",pp";
            CAPTURE(text);
            const RankGrid grid(order_of(text), degrees);
            for (const auto d : {Dimension::etp, Dimension::ep, Dimension::edp}) {
                REQUIRE(groups_of(grid, d) == megatron.groups(std::string(name_of(d))));
            }
        } while (std::next_permutation(dense.begin(), dense.end()));
    }
}

}  // namespace
}  // namespace railyard
