#include "railyard/cluster/continued_lines.hpp"

#include <doctest/doctest.h>

namespace railyard::cluster {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    ContinuedLines lines(text);
    ContinuedLine line;
    std::vector<std::string> all;
    while (lines.next(line)) all.emplace_back(line.text);
    return all;
}

TEST_CASE("a backslash at the end joins a line to the next, byte to byte") {
    CHECK(lines_of("a,\\\nb\nc\n") == std::vector<std::string>{"a,b", "c"});
    CHECK(lines_of("a \\  \r\n  b\\\n\\\nc") == std::vector<std::string>{"a   bc"});
    CHECK(lines_of("a\\") == std::vector<std::string>{"a"});
    CHECK(lines_of("a\\b\n# c \\\nd\n") == std::vector<std::string>{"a\\b", "# c \\", "d"});
    CHECK(lines_of("").empty());
}

TEST_CASE("each byte of a joined line knows its place") {
    const auto source = input::make_source("test.txt", "x\nab\\\n\\\ncd\n");
    ContinuedLines lines(source->text());
    ContinuedLine line;
    REQUIRE(lines.next(line));
    REQUIRE(lines.next(line));
    REQUIRE(line.text == "abcd");
    const auto place = [&](std::size_t offset) {
        const input::Mark mark = line.mark(offset, *source);
        return std::pair(mark.line, mark.column);
    };
    CHECK(place(0) == std::pair(2U, 1U));
    CHECK(place(1) == std::pair(2U, 2U));
    CHECK(place(2) == std::pair(4U, 1U));
    CHECK(place(3) == std::pair(4U, 2U));
}

}  // namespace
}  // namespace railyard::cluster
