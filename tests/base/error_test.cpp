#include "railyard/base/error.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace railyard {
namespace {

Diagnostic at(std::size_t line, std::size_t column, std::string source_line) {
    return {{"a.yaml", line, column}, "wrong", "", std::move(source_line), 0};
}

// The third line of a rendering: the one with the caret.
std::string pointer_line(const std::string& text) {
    const std::size_t second = text.find('\n', text.find('\n') + 1) + 1;
    return text.substr(second, text.find('\n', second) - second);
}

std::string source_shown(const std::string& text) {
    const std::size_t first = text.find('\n') + 1;
    return text.substr(first, text.find('\n', first) - first);
}

TEST_CASE("a problem is shown with its place, its line, a caret and a hint") {
    const Diagnostic problem{{"topologies/h100.yaml", 14, 30},
                             "unknown unit 'GBs' in bandwidth '450 GBs'",
                             "did you mean 'GB/s'?",
                             "    bandwidth_per_direction: 450 GBs",
                             0};
    CHECK(render(problem) ==
          "topologies/h100.yaml:14:30: error: unknown unit 'GBs' in bandwidth '450 GBs'\n"
          "   14 |     bandwidth_per_direction: 450 GBs\n"
          "      |                              ^\n"
          "  hint: did you mean 'GB/s'?\n");
}

TEST_CASE("what is not there is left out: hint, line, file") {
    CHECK(render(at(1, 1, "x")) == "a.yaml:1:1: error: wrong\n    1 | x\n      | ^\n");
    CHECK(render(Diagnostic{{"a.yaml", 0, 0}, "is empty", "", "", 0}) == "a.yaml: error: is empty\n");
    CHECK(render(Diagnostic{{}, "which command?", "see --help", "", 0}) ==
          "error: which command?\n  hint: see --help\n");
}

TEST_CASE("the gutter grows with the line number and the caret stays under its column") {
    CHECK(render(at(99999, 3, "abc")) == "a.yaml:99999:3: error: wrong\n99999 | abc\n      |   ^\n");
    CHECK(render(at(1234567, 3, "abc")) == "a.yaml:1234567:3: error: wrong\n1234567 | abc\n        |   ^\n");
}

TEST_CASE("columns count code points, and a column past the end points behind the line") {
    // Two code points of two bytes stand before the x.
    CHECK(render(at(1, 3, "\xC3\xA9\xC3\xA9x")) ==
          "a.yaml:1:3: error: wrong\n    1 | \xC3\xA9\xC3\xA9x\n      |   ^\n");
    CHECK(pointer_line(render(at(1, 90, "abc"))) == "      |    ^");
    CHECK(pointer_line(render(at(1, 0, "abc"))) == "      | ^");
}

struct Shown {
    const char* name;
    std::string line;
    std::string shown;
};

TEST_CASE("nothing reaches the terminal that it would act upon") {
    const std::vector<Shown> table = {
        {"a tab is one cell, as the caret counts it", "a\tb", "a b"},
        {"escape", "\x1B[31mred", "?[31mred"},
        {"delete", "a\x7F", "a?"},
        {"a C1 control (U+009B, a second escape)", "\xC2\x9Bm", "?m"},
        {"the first code point above the controls (U+00A0) is kept", "\xC2\xA0x", "\xC2\xA0x"},
        {"a stray continuation byte", "\x80x", "?x"},
        {"an overlong slash", "\xC0\xAF", "??"},
        {"a sequence cut short by the end", "\xE2\x82", "?"},
        {"a sequence cut short by a letter", "\xE2\x82x", "?x"},
        {"a mark that turns the direction of what follows (U+202E)", "a\xE2\x80\xAEz", "a?z"},
        {"four bytes", "\xF0\x9F\x9A\x82!", "\xF0\x9F\x9A\x82!"},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            CHECK(source_shown(render(at(1, 1, row.line))) == "    1 | " + row.shown);
            // Messages, hints and file names quote what stands in files.
            const Diagnostic quoting{{row.line, 0, 0}, row.line, row.line, "", 0};
            CHECK(render(quoting) == row.shown + ": error: " + row.shown + "\n  hint: " + row.shown + "\n");
        }
    }
}

TEST_CASE("a long line is cut around its column") {
    std::string line(300, '.');
    line[0] = 'A';
    line[199] = 'X';
    line[299] = 'Z';
    // 100 columns less 8 of the gutter are 92, and less an ellipsis at either end 86.
    SUBCASE("at its beginning: 89 columns and an ellipsis") {
        const std::string text = render(at(1, 1, line));
        CHECK(source_shown(text) == "    1 | A" + std::string(88, '.') + "...");
        CHECK(pointer_line(text) == "      | ^");
    }
    SUBCASE("in its middle: 43 columns before the place, 42 behind it") {
        const std::string text = render(at(1, 200, line));
        CHECK(source_shown(text) ==
              "    1 | ..." + std::string(43, '.') + "X" + std::string(42, '.') + "...");
        CHECK(pointer_line(text) == "      | " + std::string(46, ' ') + "^");
    }
    SUBCASE("at its end") {
        const std::string text = render(at(1, 300, line));
        CHECK(source_shown(text) == "    1 | ..." + std::string(43, '.') + "Z");
        CHECK(pointer_line(text) == "      | " + std::string(46, ' ') + "^");
    }
    SUBCASE("exactly as wide as what is shown: not at all") {
        const std::string text = render(at(1, 70, line.substr(0, 92)));
        CHECK(source_shown(text) == "    1 | " + line.substr(0, 92));
    }
    SUBCASE("one column wider") {
        CHECK(source_shown(render(at(1, 1, line.substr(0, 93)))) == "    1 | " + line.substr(0, 89) + "...");
    }
}

TEST_CASE(
    "whatever the line, the column and the gutter: 100 columns at most, the caret below its character") {
    std::string line;
    for (int i = 0; i < 400; ++i) line += static_cast<char>('a' + i * i % 26);
    for (const std::size_t length : {1U, 85U, 91U, 92U, 93U, 99U, 100U, 150U, 400U}) {
        for (const std::size_t number : {1U, 99999U, 12345678U}) {
            for (const std::size_t cut : {0U, 1000U}) {
                for (std::size_t column = 1; column <= length; ++column) {
                    Diagnostic problem = at(number, column + cut, line.substr(0, length));
                    problem.columns_cut = cut;
                    const std::string text = render(problem);
                    const std::string shown = source_shown(text);
                    const std::string pointer = pointer_line(text);
                    REQUIRE(shown.size() <= 100);
                    REQUIRE(pointer.size() <= shown.size());
                    REQUIRE(shown[pointer.size() - 1] == line[column - 1]);
                }
            }
        }
    }
}

TEST_CASE("hints are folded at 100 columns, and messages that have no line") {
    std::string words;
    for (int i = 0; i < 30; ++i) words += (i > 0 ? " word" : "word");  // 149 columns
    const std::string text = render(Diagnostic{{"a.yaml", 0, 0}, words, words, "", 0});
    // 15 + 17 x 5 columns are 100 less the space that a first word has not; 8 + 18 x 5 are 98.
    CHECK(text == "a.yaml: error: " + words.substr(0, 17 * 5 - 1) + "\n  " + words.substr(17 * 5) +
                      "\n  hint: " + words.substr(0, 18 * 5 - 1) + "\n    " + words.substr(18 * 5) + "\n");
    const Diagnostic placed{{"a.yaml", 1, 1}, words, "", "x", 0};
    CHECK(render(placed).substr(0, 19 + 149) == "a.yaml:1:1: error: " + words);
}

TEST_CASE("a line that was cut when it was kept still points at its column") {
    // Columns 501 to 505 of some long line; the problem is in column 503.
    Diagnostic problem = at(1, 503, "abcde");
    problem.columns_cut = 500;
    CHECK(render(problem) == "a.yaml:1:503: error: wrong\n    1 | ...abcde\n      |      ^\n");
}

TEST_CASE("an InputError says all of its problems, one after the other") {
    const InputError error(std::vector<Diagnostic>{{{"a.yaml", 0, 0}, "one", "", "", 0},
                                                   {{"b.yaml", 0, 0}, "two", "do this", "", 0}});
    CHECK(std::string(error.what()) == "a.yaml: error: one\nb.yaml: error: two\n  hint: do this\n");
    CHECK(error.problems().size() == 2);
    CHECK(error.problems()[1].message == "two");
    const InputError single(Diagnostic{{"a.yaml", 0, 0}, "one", "", "", 0});
    CHECK(std::string(single.what()) == "a.yaml: error: one\n");
}

}  // namespace
}  // namespace railyard
