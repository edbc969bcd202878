#pragma once
// Text from files on its way into XML, SVG and HTML: names in YAML may hold quotes, markup, newlines, ports
// (a:b), bytes that are no UTF-8, and be of any length.

#include <string>
#include <string_view>

namespace railyard {

// What is printable of it (printable.hpp), for the content and the quoted attributes of XML, SVG and HTML;
// newlines stay.
std::string xml_escaped(std::string_view text);

}  // namespace railyard
