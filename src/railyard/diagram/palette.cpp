#include "railyard/diagram/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace railyard::diagram {
namespace {

// Relative luminance of sRGB, IEC 61966-2-1.
double luminance(Rgb colour) {
    const auto linear = [](std::uint8_t value) {
        const double c = value / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

// The ends and bends of the ramp; lightness rises from each to the next.
constexpr std::array<Rgb, 6> bends = {
    {{18, 36, 92}, {38, 84, 150}, {44, 138, 150}, {110, 176, 110}, {238, 204, 88}, {253, 240, 190}}};
constexpr double darkest = 20;
constexpr double lightest = 91;

std::uint8_t between(std::uint8_t a, std::uint8_t b, double part) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
}

// 0 to 1 along the bends.
Rgb along(double way) {
    const double at = std::clamp(way, 0.0, 1.0) * static_cast<double>(bends.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(at), bends.size() - 2);
    const double part = at - static_cast<double>(first);
    const Rgb a = bends[first];
    const Rgb b = bends[first + 1];
    return {between(a.red, b.red, part), between(a.green, b.green, part), between(a.blue, b.blue, part)};
}

Rgb of_lightness(double wanted) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 24; ++i) {
        const double middle = (low + high) / 2;
        (lightness(along(middle)) < wanted ? low : high) = middle;
    }
    return along(high);
}

constexpr std::array<InkColours, ink_count> inks = {{
    {"none", {0, 0, 0}, {0, 0, 0}},
    {"paper", {255, 255, 255}, {20, 24, 29}},
    {"text", {29, 39, 51}, {230, 234, 238}},
    {"quiet", {90, 102, 115}, {154, 165, 177}},
    {"frame", {125, 136, 148}, {120, 132, 144}},
    {"faint", {205, 211, 218}, {58, 67, 77}},
    {"nvlink", {30, 110, 60}, {106, 196, 130}},
    {"network", {190, 62, 0}, {255, 150, 80}},
    {"pcie", {110, 70, 160}, {180, 150, 230}},
    {"missing", {60, 60, 60}, {150, 150, 150}},
    {"idle", {255, 193, 77}, {224, 154, 31}},
    {"network2", {160, 24, 120}, {240, 130, 210}},
    {"network3", {24, 90, 170}, {120, 180, 250}},
}};

}  // namespace

std::string hex(Rgb colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

double lightness(Rgb colour) {
    const double y = luminance(colour);
    return y > 216.0 / 24389.0 ? 116 * std::cbrt(y) - 16 : y * 24389.0 / 27.0;
}

Rgb text_on(Rgb colour) {
    // Contrast as WCAG 2 counts it: (lighter + 0.05) / (darker + 0.05).
    const double y = luminance(colour);
    return 1.05 / (y + 0.05) > (y + 0.05) / 0.05 ? Rgb{255, 255, 255} : Rgb{0, 0, 0};
}

std::vector<Rgb> ramp(std::size_t count) {
    std::vector<Rgb> colours;
    for (std::size_t i = 0; i < count; ++i) {
        const double part = count < 2 ? 0.4 : static_cast<double>(i) / static_cast<double>(count - 1);
        colours.push_back(of_lightness(darkest + (lightest - darkest) * part));
    }
    return colours;
}

std::vector<Shade> shades(std::size_t count) {
    const std::vector<Rgb> colours = ramp(count);
    std::vector<Shade> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back({colours[count - 1 - i], colours[i]});
    return made;
}

const InkColours& colours_of(Ink ink) {
    return inks.at(static_cast<std::size_t>(ink));
}

}  // namespace railyard::diagram
