#include "railyard/cluster/text_lines.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

TEST_CASE("lines of any end, the last without one") {
    Lines lines("a\r\n\nb");
    Line line;
    CHECK(lines.next(line));
    CHECK(line.text == "a");
    CHECK(lines.next(line));
    CHECK(line.text.empty());
    CHECK(lines.next(line));
    CHECK(line.text == "b");
    CHECK(line.number == 3);
    CHECK_FALSE(lines.next(line));
}

TEST_CASE("words and their columns") {
    const auto words = words_of("  one\ttwo ");
    REQUIRE(words.size() == 2);
    CHECK(words[0].text == "one");
    CHECK(words[0].column == 3);
    CHECK(words[1].column == 7);
    CHECK(trimmed(" x \r") == "x");
    CHECK(quoted(std::string(70, 'x')) == "'" + std::string(60, 'x') + "...'");
}

TEST_CASE("the lists of one file together stand for a million names at most") {
    const auto source = input::make_source("f", "n\n");
    input::Problems problems;
    HostlistReader reader(problems);
    for (int i = 0; i < 4; ++i) CHECK(reader.read("n[1-250000]", {1, 1, source.get()}).size() == 250'000);
    CHECK(problems.empty());
    CHECK(reader.read("n[1-2]", {1, 1, source.get()}).empty());
    CHECK(problems.size() == 1);
}

TEST_CASE("a problem stands at its character") {
    const auto source = input::make_source("f", "Nodes=n[3-1]\n");
    input::Problems problems;
    HostlistReader reader(problems);
    CHECK(reader.read("n[3-1]", {1, 7, source.get()}).empty());
    try {
        problems.throw_if_any();
        FAIL("no problem");
    } catch (const InputError& error) {
        CHECK(error.problems().front().span.column == 9);
    }
}

}  // namespace
}  // namespace railyard::cluster
