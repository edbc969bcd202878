#include "railyard/base/xml_escape.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard {
namespace {

TEST_CASE("XML: markup and quotes become entities") {
    CHECK(xml_escaped("<a b=\"c\" d='e'>&amp;</a>") ==
          "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;&lt;/a&gt;");
    CHECK(xml_escaped("a:b\nc") == "a:b\nc");
    CHECK(xml_escaped(std::string("\0", 1)) == "?");
}

}  // namespace
}  // namespace railyard
