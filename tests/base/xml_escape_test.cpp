#include "railyard/base/xml_escape.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard {
namespace {

TEST_CASE("printable: UTF-8 stays, all else becomes question marks") {
    CHECK(printable("plain, \xC2\xB5s, \xE2\x82\xAC, \xF0\x9F\x98\x80") ==
          "plain, \xC2\xB5s, \xE2\x82\xAC, \xF0\x9F\x98\x80");
    CHECK(printable("two\nlines") == "two\nlines");
    CHECK(printable("tab\tand\rescape\x1B") == "tab?and?escape?");
    CHECK(printable("\xFF") == "?");
    CHECK(printable("\xC0\x80") == "??");            // an overlong zero
    CHECK(printable("\xED\xA0\x80") == "???");       // a surrogate
    CHECK(printable("\xE2\x82") == "??");            // cut off
    CHECK(printable("\xF4\x90\x80\x80") == "????");  // beyond U+10FFFF
    CHECK(printable("\xC2\x85") == "?");             // a control character of two bytes
    CHECK(printable("\xEF\xBF\xBF") == "???");       // U+FFFF: XML refuses it
    CHECK(printable("") == "");
}

TEST_CASE("XML: markup and quotes become entities") {
    CHECK(xml_escaped("<a b=\"c\" d='e'>&amp;</a>") ==
          "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;&lt;/a&gt;");
    CHECK(xml_escaped("a:b\nc") == "a:b\nc");
    CHECK(xml_escaped(std::string("\0", 1)) == "?");
}

}  // namespace
}  // namespace railyard
