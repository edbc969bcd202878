#include "railyard/diagram/text_fit.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard::diagram {
namespace {

// DejaVu Sans: i 278, W 989, digit 636, space 318 thousandths of an em.
TEST_CASE("text is as wide as its characters") {
    CHECK(text_width("", 10) == 0);
    CHECK(text_width("iW", 10) == doctest::Approx(12.67));
    CHECK(text_width("0 0", 100) == doctest::Approx(159));
    CHECK(text_width("0\n00", 10) == doctest::Approx(12.72));      // the widest line
    CHECK(text_width("\xE2\x82\xAC", 10) == doctest::Approx(10));  // one em
}

TEST_CASE("what is too wide is cut between characters and is then narrow enough") {
    CHECK(cut_to("short", 100, 10) == "short");
    CHECK(cut_to("two\nlines", 100, 10) == "two lines");
    const std::string cut = cut_to("a much longer text", 60, 10);
    CHECK(cut.ends_with("..."));
    CHECK(text_width(cut, 10) <= 60);
    CHECK(text_width(cut, 10) > 40);
    CHECK(cut_to("\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC", 31, 10) ==
          "\xE2\x82\xAC\xE2\x82\xAC...");
    CHECK(cut_to("abc", 2, 10).empty());
}

TEST_CASE("ten thousand characters are cut like ten") {
    const std::string cut = cut_to(std::string(10'000, 'i'), 100, 10);
    CHECK(text_width(cut, 10) <= 100);
    CHECK(text_width(cut, 10) > 90);
}

TEST_CASE("a size between the limits, or none") {
    CHECK(size_that_fits("00", 1000, 6, 12) == 12);
    CHECK(size_that_fits("00", 10.176, 6, 12) == doctest::Approx(8));
    CHECK(size_that_fits("00", 2, 6, 12) == 0);
    CHECK(size_that_fits("", 2, 6, 12) == 12);
}

}  // namespace
}  // namespace railyard::diagram
