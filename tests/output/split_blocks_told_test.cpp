#include "railyard/output/split_blocks_told.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::output {
namespace {

TEST_CASE("split blocks are named by their ranks and by what stayed together") {
    const Layout layout = test::shipped_layout("megatron-39.1b");  // tp 8, then dp 32 and pp 2
    CHECK(split_blocks_told(layout, {}).empty());
    CHECK(split_blocks_told(layout, {{RankId(256), 256, 8}}) ==
          "  1 block of 256 ranks found no room whole, ranks 256 to 511: groups of 8 ranks (tp) of it moved by\n"
          "  themselves.\n");
    const std::string both =
        split_blocks_told(layout, {{RankId(0), 8, 1}, {RankId(8), 8, 4}, {RankId(16), 8, 1}});
    CHECK(both.find("2 blocks of 8 ranks") != std::string::npos);
    CHECK(both.find("ranks 0 to 7 and 16 to 23: single ranks") != std::string::npos);
    CHECK(both.find("groups of 4 ranks of it") != std::string::npos);
}

TEST_CASE("of many split blocks the first are named") {
    const Layout layout = test::shipped_layout("megatron-39.1b");
    std::vector<search::SplitBlock> split;
    for (std::uint32_t b = 0; b < 20; ++b) split.push_back({RankId(8 * b), 8, 1});
    CHECK(split_blocks_told(layout, split).find("14 others") != std::string::npos);
}

}  // namespace
}  // namespace railyard::output
