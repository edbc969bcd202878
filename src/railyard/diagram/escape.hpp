#pragma once
// Text from files on its way into pictures and pages: names in YAML may hold quotes, markup, newlines, ports
// (a:b), bytes that are no UTF-8, and be of any length.

#include <string>
#include <string_view>

namespace railyard::diagram {

// The same with every byte that is part of no UTF-8 character, and every control character but the newline,
// as '?'. Everything else in this room takes text that went through here.
std::string printable(std::string_view text);

// For the content and the double-quoted attributes of XML, SVG and HTML; newlines stay.
std::string xml_escaped(std::string_view text);

// For a label of Graphviz, which reads backslashes and HTML entities in it; newlines become \n. The quotes of
// DOT's syntax are cgraph's affair.
std::string label_escaped(std::string_view text);

}  // namespace railyard::diagram
