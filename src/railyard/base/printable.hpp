#pragma once
// Text from files on its way to people: names in YAML, lines of captures. It may hold escape codes, marks
// that turn the direction of what stands behind them, and bytes that are no UTF-8; none of these may reach a
// terminal or a page.

#include <string>
#include <string_view>
#include <vector>

namespace railyard {

// The same with a '?' for every broken character (each of its bytes where they begin none) and for every
// character that a terminal or a page acts upon: controls, also U+0080 to U+009F; the turns of direction
// U+202A to U+202E and U+2066 to U+2069; U+FFFE and U+FFFF, which XML refuses. Newlines stay.
std::string printable(std::string_view text);

// The same for text of one line: a newline is a '?' too, and a tab a blank.
std::string printable_line(std::string_view text);

// That line by character, so that columns can be counted.
std::vector<std::string> printable_cells(std::string_view line);

}  // namespace railyard
