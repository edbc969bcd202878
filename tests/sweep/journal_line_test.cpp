#include "railyard/sweep/journal_line.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace railyard::sweep {
namespace {

TEST_CASE("cells come back as they were") {
    const std::vector<std::string> cells = {"", "a b", "tab\there", "line\nbreak", "back\\slash\\t", "é"};
    const std::string line = journal_line(cells);
    CHECK(line.back() == '\n');
    CHECK(line.find('\n') == line.size() - 1);
    CHECK(cells_of_line(line.substr(0, line.size() - 1)) == cells);
    for (const ResultCell& cell : {ResultCell{}, ResultCell{0.1}, ResultCell{-1.0 / 3}, ResultCell{1e300},
                                   ResultCell{16384.0}, ResultCell{std::numeric_limits<double>::denorm_min()},
                                   ResultCell{std::string("x\ty")}, ResultCell{std::string()}}) {
        CHECK(cell_of_text(text_of_cell(cell)) == cell);
    }
    CHECK_FALSE(cell_of_text("=abc"));
    CHECK_FALSE(cell_of_text("abc"));
}

TEST_CASE("no part of a line, and no line with another letter, is taken for a whole one") {
    const std::string line = journal_line({"12", "gb200-nvl72", "=0.25"});
    const std::string whole = line.substr(0, line.size() - 1);
    REQUIRE(cells_of_line(whole));
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(cells_of_line(whole.substr(0, length)));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = changed[i] == 'x' ? 'y' : 'x';
        CHECK_FALSE(cells_of_line(changed));
    }
}

}  // namespace
}  // namespace railyard::sweep
