#include "railyard/diagram/character_width.hpp"

#include <doctest/doctest.h>

#include <string>

namespace railyard::diagram {
namespace {

double width_of(const std::string& text) {
    return cluster_at(text, 0).width;
}

// Advances of DejaVu Sans, from its hmtx table: what is counted is that or more.
TEST_CASE("no character is counted narrower than it is drawn") {
    CHECK(width_of("W") == doctest::Approx(0.989));
    CHECK(width_of("\xC5\x92") >= 1.07);           // OE
    CHECK(width_of("\xD0\xA9") >= 1.094);          // Cyrillic shcha
    CHECK(width_of("\xE2\x80\xB1") >= 1.735);      // per ten thousand
    CHECK(width_of("\xF0\x9F\x98\xAD") >= 1.604);  // a face that cries
    CHECK(width_of("\xE6\xA9\x9F") >= 1);          // an ideograph fills its em
    CHECK(width_of("\xEA\xB0\x80") >= 1);          // Hangul
    CHECK(width_of("\xEF\xBC\xA1") >= 1);          // A as wide as an ideograph
    CHECK(width_of("\xE2\x80\x8B") == 0);          // a space without width
}

TEST_CASE("characters are rare that DejaVu Sans lacks") {
    for (const char* common :
         {"rack", "\xC3\xA9", "\xD0\xA9", "\xCE\xA9", "\xE2\x82\xAC", "e\xCC\x81", "\xFF"})
        CHECK_MESSAGE(!has_rare_characters(common), common);
    for (const char* rare : {"x\xE6\xA9\x9F", "\xEA\xB0\x80", "\xE0\xB8\x81", "\xF0\x9F\x9A\x80"})
        CHECK_MESSAGE(has_rare_characters(rare), rare);
}

TEST_CASE("a cluster is a character with all that stands on it or is joined to it") {
    const auto size_of = [](const std::string& text) { return cluster_at(text, 0).end; };
    CHECK(size_of("ab") == 1);
    CHECK(size_of("e\xCC\x81\xCC\xA3x") == 5);                              // acute and dot below
    CHECK(size_of("\xE0\xB8\x81\xE0\xB8\xB4x") == 6);                       // Thai with a vowel above
    CHECK(size_of("\xE2\x9D\xA4\xEF\xB8\x8Fx") == 6);                       // a heart in colour
    CHECK(size_of("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBBx") == 11);  // a woman at a computer
    CHECK(size_of("\xE1\x84\x80\xE1\x85\xA1x") == 6);                       // Hangul of two jamo
    CHECK(size_of("a\n\xCC\x81") == 1);
    CHECK(cluster_at("\n\xCC\x81", 0).end == 1);
}

TEST_CASE("bytes that are no character are one by one") {
    for (const std::string text :
         {"\xFF", "\xC3", "\xE6\xA9", "\x80", "\xF0\x9F\x98", "\xC3(", "\xE6(\x80"}) {
        CHECK(cluster_at(text, 0).end == 1);
        CHECK(cluster_at(text, 0).width == 1);
    }
}

TEST_CASE("lines break behind ideographs and Hangul, not behind letters") {
    CHECK(cluster_at("\xE6\xA9\x9F", 0).breaks_after);
    CHECK(cluster_at("\xEA\xB0\x80", 0).breaks_after);
    CHECK(!cluster_at("a", 0).breaks_after);
    CHECK(!cluster_at("\xD0\xA9", 0).breaks_after);
}

TEST_CASE("a beginning ends between clusters") {
    const std::string text = "ae\xCC\x81\xE6\xA9\x9F";
    CHECK(whole_clusters(text, 100) == text);
    CHECK(whole_clusters(text, 6) == "ae\xCC\x81");
    CHECK(whole_clusters(text, 4) == "ae\xCC\x81");
    CHECK(whole_clusters(text, 3) == "a");
    CHECK(whole_clusters(text, 0).empty());
}

TEST_CASE("of many marks on a character four are left") {
    std::string heap = "x";
    for (int i = 0; i < 1000; ++i) heap += "\xCC\x81";
    CHECK(with_few_marks(heap + "y") == "x\xCC\x81\xCC\x81\xCC\x81\xCC\x81y");
    CHECK(with_few_marks("plain \xE6\xA9\x9F") == "plain \xE6\xA9\x9F");
}

}  // namespace
}  // namespace railyard::diagram
