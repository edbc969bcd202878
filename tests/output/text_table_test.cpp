#include "railyard/output/text_table.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard::output {
namespace {

TEST_CASE("columns are as wide as their widest cell, two spaces apart, without trailing spaces") {
    TextTable table({{"name", Align::left}, {"size"}, {"note", Align::left}});
    table.add({"a", "1,000", ""});
    table.add({"longer", "7", "yes"});
    CHECK(table.text() ==
          "name     size  note\n"
          "a       1,000\n"
          "longer      7  yes\n");
}

TEST_CASE("without titles there is no header, a row may be short") {
    TextTable table({{"", Align::left}, {""}});
    table.add({"a", "1"});
    table.add({"b"});
    CHECK(table.text() == "a  1\nb\n");
}

TEST_CASE("a long line is broken between words, and what follows is indented") {
    CHECK(wrapped("one two three", "  ", 7) == "one two\n  three");
    CHECK(wrapped("one two three", "", 100) == "one two three");
    CHECK(wrapped("  kept in front", "  ", 9) == "  kept in\n  front");
    CHECK(wrapped("averylongword b", " ", 4) == "averylongword\n b");
    CHECK(wrapped("µµ µµ", "", 5) == "µµ µµ");
    CHECK(wrapped("", "  ") == "");
    CHECK(wrapped("ends in blanks   ", "", 14) == "ends in blanks");
}

TEST_CASE("letters of several bytes count once") {
    TextTable table({{"", Align::left}, {""}});
    table.add({"µs", "1"});
    table.add({"us", "2"});
    CHECK(table.text() == "µs  1\nus  2\n");
}

TEST_CASE("neighbours of one group have its name in the middle above them") {
    TextTable table({{"", Align::left},
                     {"all", Align::right, "hops"},
                     {"NVLink", Align::right, "hops"},
                     {"NVLink", Align::right, "bytes"}});
    table.add({"tp", "8,192", "8,192", "3 PB"});
    CHECK(table.text() ==
          "        hops       bytes\n"
          "      all  NVLink  NVLink\n"
          "tp  8,192   8,192    3 PB\n");
}

TEST_CASE("long names are cut between letters") {
    CHECK(shortened("short", 5) == "short");
    CHECK(shortened("longer", 5) == "lo...");
    CHECK(middle_left_out("twelve chars", 12) == "twelve chars");
    CHECK(middle_left_out("thirteen char", 12) == "thirt...char");
    CHECK(middle_left_out("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 12) ==
          "\xC3\xA9\xC3\xA9...\xC3\xA9\xC3\xA9");
    CHECK(shortened("\xC3\xA9t\xC3\xA9s", 4) == "\xC3\xA9t\xC3\xA9s");
    CHECK(shortened("\xC3\xA9t\xC3\xA9s longs", 5) == "\xC3\xA9t...");
}

TEST_CASE("cells of CSV are quoted where they must be") {
    CHECK(csv_cell("plain text") == "plain text");
    CHECK(csv_cell("a,b") == "\"a,b\"");
    CHECK(csv_cell("say \"no\"") == "\"say \"\"no\"\"\"");
    CHECK(csv_cell("two\nlines") == "\"two\nlines\"");
    CHECK(csv_cell("") == "");
}

}  // namespace
}  // namespace railyard::output
