#pragma once
// What every SVG of this room is written with.

#include <string>

namespace railyard::diagram {

// Pixels with two decimals at most: 12.30 and 12.00 as 12.3 and 12. Numbers are most of a file.
std::string px(double value);

// The family of fonts that every picture asks for.
inline constexpr const char* svg_fonts = "system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif";

}  // namespace railyard::diagram
