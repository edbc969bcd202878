#include "railyard/diagram/palette.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace railyard::diagram {
namespace {

// CIE 15: L* of sRGB black, white and the grey #777777 (Y = 0.1845 -> 116 x 0.5693 - 16 = 50.0).
TEST_CASE("lightness") {
    CHECK(lightness({0, 0, 0}) == 0);
    CHECK(lightness({255, 255, 255}) == doctest::Approx(100).epsilon(0.001));
    CHECK(lightness({0x77, 0x77, 0x77}) == doctest::Approx(50.0).epsilon(0.005));
    CHECK(hex({18, 36, 92}) == "#12245c");
}

TEST_CASE("colours of the ramp are told apart by lightness alone") {
    for (const std::size_t count : {2U, 3U, 8U, 16U}) {
        const auto colours = ramp(count);
        REQUIRE(colours.size() == count);
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const double step = lightness(colours[i + 1]) - lightness(colours[i]);
            // From 20 to 91 in even steps; a byte of a colour is worth up to half a step of lightness.
            CHECK(step == doctest::Approx(71.0 / static_cast<double>(count - 1)).epsilon(0.2));
        }
    }
}

// Vienot, Brettel and Mollon 1999: deuteranopes see red and green as one value, here their mean by luminance.
TEST_CASE("without red and green the ramp still changes from each colour to the next") {
    const auto colours = ramp(16);
    for (std::size_t i = 0; i + 1 < colours.size(); ++i) {
        const auto yellow = [](Rgb c) { return 0.29 * c.red + 0.71 * c.green; };
        const double change = std::hypot(yellow(colours[i + 1]) - yellow(colours[i]),
                                         static_cast<double>(colours[i + 1].blue) - colours[i].blue);
        CHECK(change > 6);
    }
}

double contrast(Rgb a, Rgb b) {
    // WCAG 2: (L1 + 0.05) / (L2 + 0.05), with Y out of L* by its inverse.
    const auto y = [](Rgb c) {
        const double l = lightness(c);
        return l > 8 ? std::pow((l + 16) / 116, 3) : l / 903.3;
    };
    return (std::max(y(a), y(b)) + 0.05) / (std::min(y(a), y(b)) + 0.05);
}

TEST_CASE("text reads on every colour, and inks on their paper") {
    for (const Rgb colour : ramp(64)) CHECK(contrast(colour, text_on(colour)) >= 4.5);
    const InkColours& paper = colours_of(Ink::paper);
    for (const Ink ink : {Ink::text, Ink::quiet, Ink::nvlink, Ink::network, Ink::network2, Ink::network3, Ink::pcie, Ink::missing}) {
        CHECK(contrast(colours_of(ink).light, paper.light) >= 4.5);
        CHECK(contrast(colours_of(ink).dark, paper.dark) >= 4.5);
    }
}

TEST_CASE("a ramp of one colour and of none") {
    CHECK(ramp(1).size() == 1);
    CHECK(ramp(0).empty());
}

TEST_CASE("shades go from what is near the paper to what is far from it") {
    const auto all = shades(4);
    REQUIRE(all.size() == 4);
    const Rgb paper = colours_of(Ink::paper).light;
    const Rgb night = colours_of(Ink::paper).dark;
    for (std::size_t i = 1; i < all.size(); ++i) {
        CHECK(lightness(paper) - lightness(all[i].light) > lightness(paper) - lightness(all[i - 1].light));
        CHECK(lightness(all[i].dark) - lightness(night) > lightness(all[i - 1].dark) - lightness(night));
    }
    CHECK(lightness(all[0].dark) - lightness(night) > 8);  // even the least is seen
}

}  // namespace
}  // namespace railyard::diagram
