#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/placement/placement.hpp"
#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using test::order_of;

struct Row {
    const char* name;
    Degrees degrees;
    const char* order;
    const char* keep;
    std::uint32_t block;
};

void check(const std::vector<Row>& table) {
    for (const Row& row : table) {
        CAPTURE(std::string(row.name));
        CHECK(block_size(RankGrid(order_of(row.order), row.degrees), order_of(row.keep)) == row.block);
    }
}

TEST_CASE("a block of dense dimensions ends with their outermost digit") {
    const Degrees d{8, 2, 4, 6, 1, 1};  // tp cp pp dp
    check({
        {"nothing kept", d, "tp,cp,pp,dp", "", 1},
        {"tp innermost", d, "tp,cp,pp,dp", "tp", 8},
        {"two dimensions side by side", d, "tp,cp,pp,dp", "tp,cp", 16},
        {"the one in between comes along", d, "tp,cp,pp,dp", "pp", 8 * 2 * 4},
        {"the order of keep does not matter", d, "tp,cp,pp,dp", "pp,tp", 8 * 2 * 4},
        {"tp outermost takes the whole job", d, "cp,pp,dp,tp", "tp", 8 * 2 * 4 * 6},
        {"a degree of one keeps nothing", {1, 2, 4, 6, 1, 1}, "tp,cp,pp,dp", "tp", 1},
        {"one that the order leaves out", {1, 1, 1, 6, 1, 1}, "dp", "tp,cp,pp", 1},
    });
}

TEST_CASE("a kept tile is that entry of the order, and no other one of its size") {
    const Degrees d{8, 1, 4, 4, 1, 1};
    check({
        {"an inner tile", d, "tp,dp:2,pp,dp", "dp:2", 16},
        // The bare entry is 4 / 2 = 2 as well, and outermost; it is not what was asked for.
        {"the bare entry is of the same size", d, "tp,dp:2,pp,dp", "tp,dp:2", 16},
        {"an outer tile", d, "tp,dp,pp,dp:2", "dp:2", 8 * 2 * 4 * 2},
        {"the dimension is all of its entries", d, "tp,dp:2,pp,dp", "dp", 8 * 2 * 4 * 2},
        {"tiles of another dimension", d, "tp,dp:2,pp:2,pp,dp", "pp:2", 8 * 2 * 2},
    });
}

TEST_CASE("a block of experts is a run of numbers of a stage") {
    check({
        {"ep within dp", {1, 1, 16, 128, 64, 1}, "tp,cp,dp,pp", "ep", 64},
        {"etp comes with ep", {1, 1, 4, 128, 16, 4}, "tp,cp,dp,pp", "ep", 64},
        {"etp alone", {1, 1, 4, 128, 16, 4}, "tp,cp,dp,pp", "etp", 4},
        {"ep over tp and a part of dp", {8, 1, 4, 16, 32, 1}, "tp,cp,dp,pp", "ep", 32},
        // Stages lie between: 16 stages x 64 numbers of each (the design's row of DeepSeek-V3).
        {"pp innermost", {1, 1, 16, 128, 64, 1}, "tp,cp,pp,dp", "ep", 1024},
        {"pp of one stage is no digit", {6, 1, 1, 2, 4, 1}, "tp,pp,dp", "ep", 4},
        {"digits across: one run does", {6, 1, 1, 8, 4, 1}, "tp,cp,dp,pp", "ep", 4},
        // Whole tensor groups of 6 and whole expert groups of 4: 12 ranks.
        {"digits across, tp kept too", {6, 1, 2, 8, 4, 1}, "tp,cp,dp,pp", "tp,ep", 12},
        // 6 numbers of 2 stages, twice: the least number of whole sixes that 4 divides is 12.
        {"digits across with pp between", {6, 1, 2, 8, 4, 1}, "tp,cp,pp,dp", "ep", 6 * 2 * 2},
        {"replicas of experts fill the stage", {4, 1, 2, 8, 8, 1}, "tp,cp,dp,pp", "edp", 32},
        {"one replica has nothing to keep", {4, 1, 2, 8, 32, 1}, "tp,cp,dp,pp", "edp", 1},
    });
}

}  // namespace
}  // namespace railyard
