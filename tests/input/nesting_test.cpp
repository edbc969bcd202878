#include "railyard/input/nesting.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace railyard::input {
namespace {

// The deepest nesting that the scan sees in a text: the smallest limit that it passes.
std::uint32_t depth(const std::string& text) {
    std::uint32_t limit = 0;
    while (first_place_deeper_than(text, limit)) ++limit;
    return limit;
}

std::string repeated(const std::string& piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
}

// A block mapping `levels` deep, each level a line of its own, indented by one.
std::string stairs(int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    return text;
}

struct Row {
    std::string text;
    std::uint32_t depth;
};

TEST_CASE("brackets") {
    const std::vector<Row> table = {
        {"", 0},
        {"[]", 2},                 // a line's first value counts as one level, the bracket as the second
        {"[[]]", 3},               //
        {"[{a: [1]}]", 4},         //
        {"a: [1, [2], [3]]", 3},   // side by side is not deep
        {"a: [\n[\n[\n1]]]", 4},   // over lines
        {"a: [1]\nb: [2]\n", 2},   // closed again
        {"a: ]]]]\nb: [[1]]", 3},  // closing what is not open is no credit
        {"a: [b: 1]", 3},          // a mapping without a bracket of its own
        {"a: [b: [1]]", 4},        //
        {"a: [b: 1, [c]]", 3},     // it ends with its item
        {"a: {b: [1]}", 3},        //
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(depth(row.text) == row.depth);
    }
}

TEST_CASE("indentation and dashes") {
    const std::vector<Row> table = {
        {"a: 1\nb: 2\n", 1},       {"a:\n  b:\n    c: 1\n", 3}, {"a:\n  b:\n    c: 1\nd:\n  e: 1\n", 3},
        {"- 1\n- 2\n", 2},          // the dash and what it holds
        {"- - - 1\n", 4},           // three sequences and what the last one holds
        {"- a: 1\n  b: 2\n", 2},    // a sequence of mappings
        {"? ? ? a\n", 4},           // complex keys nest as well
        {"-\n -\n  -\n   1\n", 4},  // one level a line
        {"- - 1\n- - 1\n", 3},      // the second line does not stand on the first
        {"a:\n- 1\n", 3},           // a sequence in the column of its key
        {"a:\n- b:\n  - 1\n", 5},   //
        {"a:\n- 1\nb:\n- 1\n", 3}, {"\n\n   \na: 1\n", 1},
    };
    for (const auto& row : table) {
        CAPTURE(row.text);
        CHECK(depth(row.text) == row.depth);
    }
}

TEST_CASE("brackets in quotes, comments and plain words do not count") {
    for (const std::string text : {"a: '[[[['\n", "a: \"[[[[\"\n", "a: \"\\\"[[[[\"\n", "a: 'it''s [[[['\n",
                                   "a: b [[[[\n", "a: b[[[[\n", "a: 1 # [[[[\n", "# [[[[\na: 1\n",
                                   "a: 'over\n  [[[[ lines'\n", "a: \"over\n  [[[[ lines\"\n"}) {
        CAPTURE(text);
        CHECK(depth(text) == 1);
    }
}

TEST_CASE("a quote inside a word opens nothing, so it hides nothing") {
    CHECK(depth("{a :'b, c: [1]}\n") == 3);
    CHECK(depth("[a'b, [1]]\n") == 3);
    // Behind a quoted key a colon needs no blank.
    CHECK(depth("{\"a\":'[[['}\n") == 2);
}

TEST_CASE("lines are counted through quotes and escapes") {
    const auto place = first_place_deeper_than("a: \"b\\\nc\"\nd: [[", 2);
    REQUIRE(place.has_value());
    CHECK(place->line == 3);
    CHECK(place->column == 5);
}

TEST_CASE("brackets behind a tag or an anchor count") {
    CHECK(depth("a: &x [[1]]\n") == 3);
    CHECK(depth("a: !t [[1]]\n") == 3);
    CHECK(depth("&x [&y [1]]\n") == 3);
}

TEST_CASE("a hundred levels pass and a hundred and one are found where they open") {
    CHECK_FALSE(first_place_deeper_than(stairs(100), 100).has_value());
    const auto stair = first_place_deeper_than(stairs(101), 100);
    REQUIRE(stair.has_value());
    CHECK(stair->line == 101);
    CHECK(stair->column == 101);

    // `a:` is the first level, so the 100th bracket opens the 101st. It is character 3 + 100.
    CHECK_FALSE(first_place_deeper_than("a: " + std::string(99, '['), 100).has_value());
    const auto bracket = first_place_deeper_than("a: " + std::string(100, '['), 100);
    REQUIRE(bracket.has_value());
    CHECK(bracket->line == 1);
    CHECK(bracket->column == 103);

    // Dash i is character 2i - 1, so the 101st is character 201.
    CHECK_FALSE(first_place_deeper_than(repeated("- ", 100), 100).has_value());
    const auto dash = first_place_deeper_than(repeated("- ", 101), 100);
    REQUIRE(dash.has_value());
    CHECK(dash->line == 1);
    CHECK(dash->column == 201);
}

TEST_CASE("mixtures add up") {
    // 50 stairs, then 51 brackets: 101 levels.
    CHECK(first_place_deeper_than(stairs(49) + std::string(49, ' ') + "a: " + std::string(51, '['), 100));
    CHECK_FALSE(
        first_place_deeper_than(stairs(49) + std::string(49, ' ') + "a: " + std::string(50, '['), 100));
}

}  // namespace
}  // namespace railyard::input
