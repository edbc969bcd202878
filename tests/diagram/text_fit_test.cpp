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
    CHECK(text_width("0\n00", 10) == doctest::Approx(12.72));  // the widest line
    CHECK(text_width("\xC3\xA9", 10) == doctest::Approx(10));  // e with an acute, as wide as Latin-1
}

TEST_CASE("names that end in a number keep it") {
    const std::string name = "a-rack-with-a-very-long-name12/tray3";
    const std::string cut = cut_to(name, 120, 10);
    CHECK(cut.starts_with("a-"));
    CHECK(cut.ends_with("...12/tray3"));
    CHECK(text_width(cut, 10) <= 120);
    CHECK(cut_to(name, 60, 10).ends_with("...3"));  // as much of the end as has room
    CHECK(cut_to("from a very long way off to 1,234", 100, 10).ends_with("...1,234"));
    // 60 less the dots' 9.54 is 7 digits of 6.36: a number that no end of it tells.
    CHECK(cut_to(std::string(500, '9'), 60, 10) == "9999999...");
    CHECK(cut_to(std::string(200, 'x') + "7 boxes", 60, 10).ends_with("x..."));
}

TEST_CASE("what is too wide is cut between characters and is then narrow enough") {
    CHECK(cut_to("short", 100, 10) == "short");
    CHECK(cut_to("two\nlines", 100, 10) == "two lines");
    const std::string cut = cut_to("a much longer text", 60, 10);
    CHECK(cut.ends_with("..."));
    CHECK(text_width(cut, 10) <= 60);
    CHECK(text_width(cut, 10) > 40);
    CHECK(cut_to("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 31, 10) == "\xC3\xA9\xC3\xA9...");
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

TEST_CASE("lines never break within a number") {
    // The room of each is what stands before its last figure: without the number's own points it breaks at
    // the space.
    for (const std::string number : {"33.31", "1,024", "1e-05"}) {
        const FittedLabel fitted =
            fit_label("words " + number, text_width("words " + number, 10) - 3, 40, 10, 10);
        CHECK(fitted.label == "words\n" + number);
    }
}

// Ideographs of two columns of 0.6 em: 12 pixels each at size 10, dots of 9.54.
TEST_CASE("wide letters count as wide and break anywhere") {
    const std::string one = "\xE6\xA9\x9F";
    CHECK(text_width(one + one, 10) == doctest::Approx(24));
    CHECK(cut_to(one + one + one + one, 36, 10) == one + one + "...");
    const FittedLabel fitted = fit_label(one + one + one + one, 30, 40, 10, 10);
    CHECK(fitted.label == one + one + "\n" + one + one);
}

// Where no font has them a box is drawn for each, which in small text is wider than any letter.
TEST_CASE("rare letters are cut rather than small") {
    const std::string one = "\xE6\xA9\x9F";
    const FittedLabel fitted = fit_label(one + one + one + one + one, 40, 10, 6, 10);
    CHECK(fitted.font >= 8.5);
    CHECK(fitted.is_cut);
}

// 10 characters, each an e with an acute of its own: 6.15 pixels.
TEST_CASE("a mark stays with its letter, cut or broken") {
    const std::string one = "e\xCC\x81";
    std::string ten;
    for (int i = 0; i < 10; ++i) ten += one;
    CHECK(text_width(ten, 10) == doctest::Approx(61.5));
    CHECK(cut_to(ten, 30, 10) == one + one + one + "...");
    CHECK(fit_label(ten, 31, 30, 10, 10).label == ten.substr(0, 15) + "\n" + ten.substr(15));
    // However long, and wherever what is far too long is cut before it is looked at.
    for (std::size_t before = 0; before < 8; ++before) {
        std::string many(before, 'x');
        for (int i = 0; i < 10'000; ++i) many += one;
        CHECK(cut_to(many, 60, 10).find('?') == std::string::npos);
        CHECK(fit_label(many, 60, 24, 7, 10).label.find('?') == std::string::npos);
    }
}

// A zero-width joiner makes one cluster of a space and the W behind it, which has no room on the first line.
TEST_CASE("what is joined to a space does not leave the box with it") {
    const FittedLabel fitted = fit_label("4444 \xE2\x80\x8DW", text_width("4444", 10) + 5, 40, 10, 10);
    CHECK(text_width(fitted.label, 10) <= text_width("4444", 10) + 5);
}

TEST_CASE("a label goes on below, gets smaller, and is cut only then") {
    // 14 characters of 0.636 em at 10 are 89 wide.
    CHECK(fit_label("4444 444444444", 100, 40, 7, 10).label == "4444 444444444");
    const FittedLabel broken = fit_label("4444 444444444", 60, 40, 7, 10);
    CHECK(broken.label == "4444\n444444444");
    CHECK(broken.font == 10);
    CHECK(fit_label("stand-in-for-a100", 60, 40, 7, 10).label == "stand-in-\nfor-a100");
    const FittedLabel small = fit_label("44444444", 40, 10, 7, 10);
    CHECK(small.label == "44444444");
    CHECK(small.font < 8);
    CHECK(!small.is_cut);
    const FittedLabel cut = fit_label("one\n" + std::string(10'000, 'x'), 60, 24, 7, 10);
    CHECK(cut.is_cut);
    CHECK(cut.label.starts_with("one\nxx"));
    CHECK(cut.label.ends_with("..."));
    CHECK(text_width(cut.label, cut.font) <= 60);
    const FittedLabel both = fit_label(std::string(10'000, 'x') + "\nrail 0", 60, 24, 7, 10);
    CHECK(both.label.ends_with("...\nrail 0"));
}

}  // namespace
}  // namespace railyard::diagram
