#include "railyard/job/order.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using test::order_of;

TEST_CASE("entries of an order: a dimension, or a tile of it") {
    struct Row {
        const char* text;
        OrderItem item;
    };
    const std::vector<Row> table = {
        {"tp", {Dimension::tp, {}}},     {"cp", {Dimension::cp, {}}},
        {"pp", {Dimension::pp, {}}},     {"dp", {Dimension::dp, {}}},
        {"ep", {Dimension::ep, {}}},     {"etp", {Dimension::etp, {}}},
        {"edp", {Dimension::edp, {}}},   {"dp:2", {Dimension::dp, 2U}},
        {"pp:16", {Dimension::pp, 16U}}, {"tp:4294967295", {Dimension::tp, 4294967295U}},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.text));
        const auto item = parse_order_item(row.text);
        REQUIRE(std::holds_alternative<OrderItem>(item));
        CHECK(std::get<OrderItem>(item) == row.item);
        CHECK(to_text(std::get<OrderItem>(item)) == row.text);
    }
    CHECK(to_text(order_of("tp,cp,dp:2,pp,dp")) == "tp,cp,dp:2,pp,dp");
    CHECK(to_text(std::vector<OrderItem>{}) == "");
}

TEST_CASE("what is no entry of an order") {
    struct Row {
        const char* text;
        const char* message;
        const char* hint;
    };
    const char* tile_of_dp = "a tile is a dimension and a factor of at least 2, such as dp:2";
    const std::vector<Row> table = {
        {"dq", "unknown dimension 'dq'", "did you mean 'dp'?"},
        {"TP", "unknown dimension 'TP'", "did you mean 'tp'?"},
        {"", "unknown dimension ''", "known: tp, cp, pp, dp, ep, etp"},
        {"world", "unknown dimension 'world'", "known: tp, cp, pp, dp, ep, etp"},
        {"dp:", "'dp:' is not a tile", tile_of_dp},
        {"dp:1", "'dp:1' is not a tile", tile_of_dp},  // the whole degree is left: no tile
        {"dp:0", "'dp:0' is not a tile", tile_of_dp},
        {"dp:02", "'dp:02' is not a tile", tile_of_dp},
        {"dp:-2", "'dp:-2' is not a tile", tile_of_dp},
        {"dp:2x", "'dp:2x' is not a tile", tile_of_dp},
        {"dp: 2", "'dp: 2' is not a tile", tile_of_dp},
        {"dp:2:2", "'dp:2:2' is not a tile", tile_of_dp},
        {"dp:4294967296", "'dp:4294967296' is not a tile", tile_of_dp},  // 2^32
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.text));
        const auto item = parse_order_item(row.text);
        REQUIRE(std::holds_alternative<OrderProblem>(item));
        CHECK(std::get<OrderProblem>(item).message == row.message);
        CHECK(std::get<OrderProblem>(item).hint == row.hint);
    }
}

TEST_CASE("sizes and strides of a whole order") {
    // tp 8 | dp 2 of 6 | pp 4 | the 3 of dp that is left: strides are the products of what stands before.
    const auto resolved = resolve_order(order_of("tp,cp,dp:2,pp,dp"), Degrees{8, 1, 4, 6, 1, 1});
    REQUIRE(std::holds_alternative<std::vector<OrderEntry>>(resolved));
    const auto& entries = std::get<std::vector<OrderEntry>>(resolved);
    struct Row {
        Dimension dimension;
        std::uint32_t size, rank_stride, coordinate_stride;
        std::optional<std::uint32_t> tile;
    };
    const std::vector<Row> expected = {
        {Dimension::tp, 8, 1, 1, {}},  {Dimension::cp, 1, 8, 1, {}},  {Dimension::dp, 2, 8, 1, 2U},
        {Dimension::pp, 4, 16, 1, {}}, {Dimension::dp, 3, 64, 2, {}},
    };
    REQUIRE(entries.size() == expected.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        CAPTURE(i);
        CHECK(entries[i].dimension == expected[i].dimension);
        CHECK(entries[i].size == expected[i].size);
        CHECK(entries[i].rank_stride == expected[i].rank_stride);
        CHECK(entries[i].coordinate_stride == expected[i].coordinate_stride);
        CHECK(entries[i].tile == expected[i].tile);
    }
}

TEST_CASE("orders that are whole") {
    const std::vector<std::string> whole = {
        "tp,cp,pp,dp",              // a bare entry anywhere
        "dp,pp,cp,tp",              //
        "dp,pp,tp",                 // cp is 1: it may be left out
        "tp,cp,pp,dp:3,dp",         // the bare entry takes 6 / 3 = 2
        "tp,cp,dp,pp,dp:3",         // wherever it stands
        "tp,cp,pp,dp:3,dp:2",       // tiles that are the whole of it
        "tp,cp,pp,dp:6,dp",         // the bare entry takes 1
        "tp:2,pp:2,tp:2,pp,tp,dp",  // several tiles of one size
    };
    for (const auto& order : whole) {
        CAPTURE(order);
        CHECK(std::holds_alternative<std::vector<OrderEntry>>(
            resolve_order(order_of(order), Degrees{8, 1, 4, 6, 1, 1})));
    }
    CHECK(std::holds_alternative<std::vector<OrderEntry>>(resolve_order({}, Degrees{})));
}

TEST_CASE("orders that are not whole, and the entry that is to blame") {
    struct Row {
        const char* order;
        std::size_t entry;
        const char* message;
        const char* hint;
    };
    const char* experts = "experts cut the ranks of a stage a second time: etp innermost, then ep, then edp";
    const std::vector<Row> table = {
        {"tp,cp,pp", 3, "the order forgets dp, which is 6",
         "every dimension above 1 stands in the order, such as [tp, cp, dp, pp]"},
        {"", 0, "the order forgets tp, which is 8",
         "every dimension above 1 stands in the order, such as [tp, cp, dp, pp]"},
        {"tp,pp,dp,tp", 3, "the order names tp twice",
         "a dimension has one bare entry; its other entries are tiles such as tp:2"},
        {"tp,pp,dp:2,dp,dp", 4, "the order names dp twice",
         "a dimension has one bare entry; its other entries are tiles such as dp:2"},
        {"tp,pp,dp:4,dp", 3, "the tiles of dp multiply up to 4, which does not divide dp = 6",
         "tiles are factors of the degree"},
        {"tp,pp,dp:2,dp:2,dp", 4, "the tiles of dp multiply up to 4, which does not divide dp = 6",
         "tiles are factors of the degree"},
        {"tp,pp,dp,cp:2", 3, "the tiles of cp multiply up to 2, which does not divide cp = 1",
         "tiles are factors of the degree"},
        {"tp,pp,dp:2", 2, "the tiles of dp multiply up to 2, not to dp = 6",
         "add a bare 'dp' where the factor of 3 that is left belongs"},
        {"tp,ep,pp,dp", 1, "ep does not stand in the order", experts},
        {"tp,pp,dp,edp", 3, "edp does not stand in the order", experts},
        // Tiles whose product is far beyond 64 bits are still a plain mistake.
        {"tp,pp,dp:4000000000,dp:4000000000,dp:4000000000,dp", 5,
         "the tiles of dp multiply up to 1099511627776, which does not divide dp = 6",
         "tiles are factors of the degree"},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.order));
        const auto resolved = resolve_order(order_of(row.order), Degrees{8, 1, 4, 6, 1, 1});
        REQUIRE(std::holds_alternative<OrderProblem>(resolved));
        const auto& problem = std::get<OrderProblem>(resolved);
        CHECK(problem.entry == row.entry);
        CHECK(problem.message == row.message);
        CHECK(problem.hint == row.hint);
    }
}

}  // namespace
}  // namespace railyard
