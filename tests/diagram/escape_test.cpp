#include "railyard/diagram/escape.hpp"

#include <doctest/doctest.h>

namespace railyard::diagram {
namespace {

TEST_CASE("labels of Graphviz: no escape sequence and no entity of a file's own") {
    CHECK(label_escaped("\\N \\n") == "\\\\N \\\\n");
    CHECK(label_escaped("&lt;") == "&amp;lt;");
    CHECK(label_escaped("two\nlines") == "two\\nlines");
    CHECK(label_escaped("<b>\"a:b\"</b>") == "<b>\"a:b\"</b>");  // cgraph quotes
}

// 10,000 characters of three bytes.
TEST_CASE("of what readers of DOT would refuse the beginning and the end are left") {
    std::string text = "rack ";
    for (int i = 0; i < 10'000; ++i) text += "\xE6\xA9\x9F";
    text += ": 18 x 50 GB/s";
    const std::string cut = shortened(text);
    CHECK(cut.size() <= longest_in_dot);
    CHECK(cut.starts_with("rack \xE6\xA9\x9F"));
    CHECK(cut.ends_with("\xE6\xA9\x9F: 18 x 50 GB/s"));
    CHECK(cut.find("...") != std::string::npos);
    CHECK(printable(cut) == cut);
    CHECK(shortened("short") == "short");
    CHECK(label_escaped(shortened(std::string(10'000, '&'))).size() < 16'384);
}

}  // namespace
}  // namespace railyard::diagram
