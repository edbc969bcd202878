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

}  // namespace
}  // namespace railyard::diagram
