#include "railyard/base/suggest.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace railyard {
namespace {

TEST_CASE("edit distance counts inserted, removed and replaced bytes") {
    struct Row {
        const char* a;
        const char* b;
        std::size_t distance;
    };
    const std::vector<Row> table = {
        {"", "", 0},
        {"", "abc", 3},  // three inserted
        {"abc", "", 3},
        {"abc", "abc", 0},
        {"abc", "abd", 1},         // c -> d
        {"abc", "ac", 1},          // b removed
        {"ac", "abc", 1},          // b inserted
        {"ab", "ba", 2},           // a swap is two replacements
        {"kitten", "sitting", 3},  // Levenshtein's own example: k -> s, e -> i, g inserted
    };
    for (const auto& row : table) {
        CAPTURE(std::string(row.a));
        CAPTURE(std::string(row.b));
        CHECK(edit_distance(row.a, row.b) == row.distance);
    }
}

TEST_CASE("words over 64 bytes are far from everything, so that no input makes the table large") {
    const std::string long_word(65, 'a');
    CHECK(edit_distance(long_word, long_word) == 65);
    CHECK(edit_distance("a", long_word) == 65);
    CHECK(edit_distance(std::string(64, 'a'), std::string(64, 'a')) == 0);
}

TEST_CASE("the nearest word is a slip away, or there is none") {
    const std::vector<std::string> keys = {"latency", "bandwidth_per_direction", "spans", "name"};
    CHECK(nearest("latencey", keys) == "latency");
    CHECK(nearest("bandwith_per_direction", keys) == "bandwidth_per_direction");
    CHECK(nearest("Spans", keys) == "spans");                                      // case does not count
    CHECK(nearest("bandwidth-per-direction", keys) == "bandwidth_per_direction");  // nor do dashes
    CHECK(nearest("nmae", keys) == "name");  // two, allowed for short words
    CHECK_FALSE(nearest("colour", keys).has_value());
    CHECK_FALSE(nearest("", keys).has_value());
    CHECK_FALSE(nearest("latency", {}).has_value());
}

TEST_CASE("of equally near words the first wins") {
    CHECK(nearest("tp", {"pp", "cp"}) == "pp");
    CHECK(nearest("tp", {"cp", "pp"}) == "cp");
}

TEST_CASE("words that share no letter are not near, however short they are") {
    CHECK_FALSE(nearest("x", {"y"}).has_value());
    CHECK_FALSE(nearest("xy", {"tp"}).has_value());
}

TEST_CASE("a suggestion names the nearest word, else what there is") {
    CHECK(suggestion("latencey", {"latency", "spans"}) == "did you mean 'latency'?");
    CHECK(suggestion("colour", {"latency", "spans"}) == "known: latency, spans");
    CHECK(suggestion("colour", {}).empty());
}

TEST_CASE("a long list is cut after twelve names") {
    std::vector<std::string> names;
    for (char c = 'a'; c < 'a' + 13; ++c) names.emplace_back(8, c);
    CHECK(suggestion("0", names) ==
          "known: aaaaaaaa, bbbbbbbb, cccccccc, dddddddd, eeeeeeee, ffffffff, gggggggg, hhhhhhhh, iiiiiiii, "
          "jjjjjjjj, kkkkkkkk, llllllll, ... (13 in all)");
}

}  // namespace
}  // namespace railyard
