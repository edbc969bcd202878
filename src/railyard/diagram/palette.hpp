#pragma once
// Colours. Inks have a value for light and one for dark surroundings; colours of the ramp are the same in
// both and carry their own ink for text. The ramp runs from dark blue to pale yellow with lightness rising
// evenly: told apart without red and green, and in grey print.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace railyard::diagram {

struct Rgb {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    bool operator==(const Rgb&) const = default;
};

std::string hex(Rgb colour);  // "#12285c"
// CIE L*, 0 (black) to 100 (white), D65.
double lightness(Rgb colour);
// Black or white, whichever reads better on it (a contrast of 4.5 at least).
Rgb text_on(Rgb colour);

// `count` colours of the ramp, dark to light. Lightness rises in even steps.
std::vector<Rgb> ramp(std::size_t count);

enum class Ink : std::uint8_t {
    none,
    paper,
    text,
    quiet,
    frame,
    faint,
    nvlink,
    network,
    pcie,
    missing,
    idle,
    network2,  // the second tier from below
    network3   // all above it
};
inline constexpr std::size_t ink_count = 13;

struct InkColours {
    std::string_view name;  // of its class in SVG
    Rgb light;
    Rgb dark;
};
// `none` has no colours: it is not drawn.
const InkColours& colours_of(Ink ink);

// A colour that means much or little: in dark surroundings light is much.
struct Shade {
    Rgb light;
    Rgb dark;
    bool operator==(const Shade&) const = default;
};
// `count` of them, from little to much: what is much stands out most from the paper, light or dark.
std::vector<Shade> shades(std::size_t count);

using Fill = std::variant<Ink, Rgb, Shade>;

}  // namespace railyard::diagram
