#include "railyard/base/printable.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard {
namespace {

TEST_CASE("UTF-8 stays, all else becomes question marks") {
    CHECK(printable("plain, \xC2\xB5s, \xE2\x82\xAC, \xF0\x9F\x98\x80") ==
          "plain, \xC2\xB5s, \xE2\x82\xAC, \xF0\x9F\x98\x80");
    CHECK(printable("two\nlines") == "two\nlines");
    CHECK(printable("tab\tand\rescape\x1B") == "tab?and?escape?");
    CHECK(printable("\xFF") == "?");
    CHECK(printable("\xC0\x80") == "??");            // an overlong zero
    CHECK(printable("\xED\xA0\x80") == "???");       // a surrogate
    CHECK(printable("\xE2\x82") == "?");             // cut off
    CHECK(printable("\xF4\x90\x80\x80") == "????");  // beyond U+10FFFF
    CHECK(printable("\xC2\x85") == "?");             // a control character of two bytes
    CHECK(printable("\xEF\xBF\xBF") == "?");         // U+FFFF: XML refuses it
    CHECK(printable("") == "");
}

TEST_CASE("no character that turns the direction of what is written around a name") {
    // U+202A to U+202E: embeddings and overrides; U+2066 to U+2069: isolates.
    for (const char* turn : {"\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE",
                             "\xE2\x81\xA6", "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"})
        CHECK(printable(std::string("a") + turn + "b") == "a?b");
    for (const char* other : {"\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\xA5", "\xE2\x81\xAA", "\xD7\x90"})
        CHECK(printable(other) == other);  // their neighbours, and a letter of a script from right to left
}

TEST_CASE("a line has no newline, and a tab is a blank") {
    CHECK(printable_line("a\tb\nc\x1B[31m") == "a b?c?[31m");
    CHECK(printable_line("\xE2\x80\xAEgpu") == "?gpu");
}

TEST_CASE("the cells of a line are its characters, a broken one is one cell") {
    using Cells = std::vector<std::string>;
    CHECK(printable_cells("\xC2\xB5s\t") == Cells{"\xC2\xB5", "s", " "});
    CHECK(printable_cells("\xF0\x9F\x9Ax\x80") == Cells{"?", "x", "?"});
    CHECK(printable_cells("").empty());
}

}  // namespace
}  // namespace railyard
