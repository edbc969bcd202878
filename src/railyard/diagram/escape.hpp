#pragma once
// Text from files on its way into pictures and pages. Everything else in this room takes text that went
// through one of these.

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

}  // namespace railyard::diagram
