#include "railyard/input/check_value.hpp"

#include <doctest/doctest.h>

#include <string>

#include "railyard/base/error.hpp"

namespace railyard::input {
namespace {

constexpr Shape a_bandwidth[] = {Shape::bandwidth};
constexpr Shape a_whole[] = {Shape::whole};
constexpr Shape a_choice[] = {Shape::choice};
constexpr Shape a_whole_or_list[] = {Shape::whole, Shape::wholes};
constexpr Shape words[] = {Shape::texts};
constexpr Shape a_section[] = {Shape::section};
constexpr Shape anything[] = {Shape::open};
constexpr std::string_view colours[] = {"red", "blue"};
constexpr Key inner_keys[] = {{"rate", Presence::optional, a_bandwidth, "of one"}};
constexpr Section inner{"the inner one", inner_keys};
constexpr Key rate{"rate", Presence::optional, a_bandwidth, "of one link, such as 50 GB/s"};
constexpr Key number{"number", Presence::optional, a_whole, "of links"};
constexpr Key colour{"colour", Presence::optional, a_choice, "of the box", nullptr, colours};
constexpr Key links{"links", Presence::optional, a_whole_or_list, "one number or a list"};
constexpr Key order{"order", Presence::optional, words, "of dimensions"};
constexpr Key part{"part", Presence::optional, a_section, "a part", &inner};
constexpr Key open{"open", Presence::optional, anything, "whatever"};

// What is wrong with the value of `v`, as "column: message".
std::string wrong(const Key& key, const std::string& value) {
    const Document document = parse_yaml(make_source("f", "v: " + value + "\n"));
    Problems problems;
    check_value(problems, key, document.root.entries[0].value, document.root.entries[0].key_mark);
    try {
        problems.throw_if_any();
    } catch (const InputError& error) {
        std::string all;
        for (const Diagnostic& problem : error.problems())
            all += std::to_string(problem.span.column) + ": " + problem.message + "\n";
        return all;
    }
    return "";
}

TEST_CASE("values of the shape that a key allows are right, whatever their size") {
    CHECK(wrong(rate, "50 GB/s").empty());
    CHECK(wrong(number, "0").empty());
    CHECK(wrong(number, "2000000000").empty());
    CHECK(wrong(colour, "blue").empty());
    CHECK(wrong(links, "3").empty());
    CHECK(wrong(links, "[5, 4]").empty());
    CHECK(wrong(order, "tp").empty());
    CHECK(wrong(order, "[tp, pp]").empty());
    CHECK(wrong(part, "{rate: 1 GB/s}").empty());
    CHECK(wrong(open, "{a: [1, {b: c}]}").empty());
}

TEST_CASE("others are told at their place, as their reader would") {
    CHECK(wrong(rate, "50 GB") == "4: rate: unknown unit 'GB' in the bandwidth '50 GB'\n");
    CHECK(wrong(number, "eight") == "4: number: 'eight' is not a whole number\n");
    CHECK(wrong(number, "[8]") == "4: 'number' needs a whole number, not a list\n");
    CHECK(wrong(colour, "green") == "4: unknown colour 'green'\n");
    CHECK(wrong(links, "[5, x]") == "8: links: 'x' is not a whole number\n");
    CHECK(wrong(part, "{rate: 1 GB/s, rat: 2}") == "19: unknown key 'rat' in the inner one\n");
    CHECK(wrong(part, "{rate: fast}") == "11: rate: 'fast' is not a bandwidth\n");
    CHECK_FALSE(wrong(part, "8").empty());
}

}  // namespace
}  // namespace railyard::input
