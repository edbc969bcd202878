#pragma once
// Text from files on its way into pictures and pages. Everything else in this room takes text that went
// through one of these.

#include <cstddef>
#include <string>
#include <string_view>

#include "railyard/base/printable.hpp"
#include "railyard/base/xml_escape.hpp"

namespace railyard::diagram {

using railyard::printable;
using railyard::xml_escaped;

// For a label of Graphviz, which reads backslashes and HTML entities in it; newlines become \n. The quotes of
// DOT's syntax are cgraph's affair.
std::string label_escaped(std::string_view text);

// Of text that is very long its beginning and its end: readers of DOT refuse strings of more than 16,384
// bytes, and one byte may become five when it is escaped.
std::string shortened(std::string_view text);
inline constexpr std::size_t longest_in_dot = 2000;  // bytes

}  // namespace railyard::diagram
