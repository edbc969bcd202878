#include "railyard/input/mapping.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace railyard::input {
namespace {

constexpr auto required = Presence::required;
constexpr auto optional = Presence::optional;
constexpr Shape any_shape[] = {Shape::open};
constexpr std::string_view colours[] = {"red", "green"};
enum class Colour { red, green };

constexpr Key inner_keys[] = {{"x", required, any_shape, "a number"}};
constexpr Section inner{"inner", inner_keys};
constexpr Key outer_keys[] = {
    {"name", optional, any_shape, "its name"},
    {"count", optional, any_shape, "how many"},
    {"ratio", optional, any_shape, "a number"},
    {"on", optional, any_shape, "true or false"},
    {"memory", optional, any_shape, "such as 80 GiB"},
    {"rate", optional, any_shape, "such as 450 GB/s"},
    {"latency", optional, any_shape, "such as 0.6 us"},
    {"peak", optional, any_shape, "such as 989 TFLOP/s"},
    {"words", optional, any_shape, "a list"},
    {"numbers", optional, any_shape, "a list"},
    {"colour", optional, any_shape, "red or green", nullptr, colours},
    {"inside", optional, any_shape, "a mapping", &inner},
    {"items", optional, any_shape, "a list of mappings", &inner},
};
constexpr Section outer{"thing", outer_keys};
constexpr Key strict_keys[] = {{"name", required, any_shape, "its name"},
                               {"size", required, any_shape, "80 GiB"}};
constexpr Section strict{"thing", strict_keys};

// Reads a text as a `section` with `read`, and says what was complained of.
std::string complaints(const std::string& text, const Section& section,
                       const std::function<void(const Mapping&)>& read = {}) {
    const Document document = parse_yaml(make_source("f", text));
    Problems problems;
    const Mapping mapping(problems, document.root, document.root.mark, section);
    if (read) read(mapping);
    try {
        problems.throw_if_any();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

// The same of a text that has nothing to complain of.
void read_well(const std::string& text, const std::function<void(const Mapping&)>& read) {
    CHECK(complaints(text, outer, read) == "");
}

TEST_CASE("what a key holds") {
    read_well(
        "name: leaf\ncount: 3\nratio: 0.5\n'on': true\nmemory: 80 GiB\nrate: 450 GB/s\nlatency: 0\npeak: 1 "
        "TFLOP/s\n",
        [](const Mapping& m) {
            CHECK(m.is_mapping());
            CHECK(m.has("name"));
            CHECK_FALSE(m.has("words"));
            CHECK(m.text("name") == "leaf");
            CHECK(m.whole("count") == 3);
            CHECK(m.number("ratio") == 0.5);
            CHECK(m.boolean("on") == true);
            CHECK(m.size("memory") == gibibytes(80));
            CHECK(m.bandwidth("rate") == gigabytes_per_second(450));
            CHECK(m.duration("latency") == seconds(0));
            CHECK(m.compute_rate("peak") == teraflops_per_second(1));
        });
}

TEST_CASE("a key that is not there holds nothing, and that is no problem") {
    read_well("name: leaf\n", [](const Mapping& m) {
        CHECK_FALSE(m.whole("count").has_value());
        CHECK_FALSE(m.number("ratio").has_value());
        CHECK_FALSE(m.boolean("on").has_value());
        CHECK_FALSE(m.size("memory").has_value());
        CHECK_FALSE(m.bandwidth("rate").has_value());
        CHECK_FALSE(m.duration("latency").has_value());
        CHECK_FALSE(m.compute_rate("peak").has_value());
        CHECK_FALSE(m.texts("words").has_value());
        CHECK_FALSE(m.wholes("numbers").has_value());
        CHECK_FALSE(m.choice<Colour>("colour").has_value());
        CHECK_FALSE(m.section("inside").has_value());
        CHECK(m.sections("items").empty());
        CHECK(m.node("count") == nullptr);
    });
}

TEST_CASE("lists, choices and mappings inside") {
    read_well(
        "words: [tp, dp:3]\nnumbers: [36, 36]\ncolour: green\ninside: {x: 1}\nitems: [{x: 1}, {x: 2}]\n",
        [](const Mapping& m) {
            CHECK(m.texts("words") == std::vector<std::string>{"tp", "dp:3"});
            CHECK(m.wholes("numbers") == std::vector<std::uint32_t>{36, 36});
            CHECK(m.choice<Colour>("colour") == Colour::green);
            REQUIRE(m.section("inside").has_value());
            CHECK(m.section("inside")->whole("x") == 1);
            const auto items = m.sections("items");
            REQUIRE(items.size() == 2);
            CHECK(items[1].whole("x") == 2);
        });
    read_well("words: tp\n",
              [](const Mapping& m) { CHECK(m.texts("words") == std::vector<std::string>{"tp"}); });
    read_well("words: []\nnumbers: []\nitems: []\n", [](const Mapping& m) {
        CHECK(m.texts("words")->empty());
        CHECK(m.wholes("numbers")->empty());
        CHECK(m.sections("items").empty());
    });
}

TEST_CASE("places: of a value, of a section, of a key that is not there") {
    read_well("name: a\ninside:\n  x: 1\n", [](const Mapping& m) {
        CHECK(m.place().line == 1);
        CHECK(m.mark("name").column == 7);
        CHECK(m.mark("count").line == m.place().line);
        const auto inside = m.section("inside");
        REQUIRE(inside.has_value());
        CHECK(inside->place().line == 2);
        CHECK(inside->mark("x").line == 3);
    });
}

TEST_CASE("unknown and missing keys are all named, with the nearest and with what they are for") {
    CHECK(
        complaints("nmae: x\nweight: 3\n", strict) ==
        "f:1:1: error: unknown key 'nmae' in thing\n    1 | nmae: x\n      | ^\n  hint: did you mean "
        "'name'?\n"
        "f:1:1: error: the key 'name' is missing in thing\n    1 | nmae: x\n      | ^\n  hint: name: its "
        "name\n"
        "f:1:1: error: the key 'size' is missing in thing\n    1 | nmae: x\n      | ^\n  hint: size: 80 GiB\n"
        "f:2:1: error: unknown key 'weight' in thing\n    2 | weight: 3\n      | ^\n  hint: known: name, "
        "size\n");
}

TEST_CASE("a missing key is shown at the key that its mapping stands under") {
    CHECK(complaints("name: a\ninside: {}\n", outer, [](const Mapping& m) { (void)m.section("inside"); }) ==
          "f:2:1: error: the key 'x' is missing in inner\n    2 | inside: {}\n      | ^\n  hint: x: a "
          "number\n");
}

TEST_CASE("something else than a mapping") {
    CHECK(complaints("[1, 2]\n", outer) ==
          "f:1:1: error: thing must be a mapping of keys, not a list\n    1 | [1, 2]\n      | ^\n"
          "  hint: its keys are indented below it, or in braces: {key: value}\n");
    CHECK(complaints("name: a\ninside: 5\n", outer,
                     [](const Mapping& m) { CHECK_FALSE(m.section("inside").has_value()); }) ==
          "f:2:9: error: inner must be a mapping of keys, not text\n    2 | inside: 5\n      |         ^\n"
          "  hint: its keys are indented below it, or in braces: {key: value}\n");
    CHECK(complaints("items:\n  - {x: 1}\n  -\n", outer, [](const Mapping& m) {
              CHECK(m.sections("items").size() == 1);
          }).find("error: inner must be a mapping of keys, not nothing\n") != std::string::npos);
}

TEST_CASE("a mapping that is none has no keys, so that reading on is safe") {
    complaints("hello\n", outer, [](const Mapping& m) {
        CHECK_FALSE(m.is_mapping());
        CHECK_FALSE(m.has("name"));
        CHECK_FALSE(m.text("name").has_value());
        CHECK(m.sections("items").empty());
    });
}

struct Wrong {
    const char* name;
    std::string text;
    std::function<void(const Mapping&)> read;
    std::string complaint;  // behind "f:1:", up to the source line
};

TEST_CASE("a value of the wrong kind") {
    const std::vector<Wrong> table = {
        {"a list for a text", "name: [a]", [](const Mapping& m) { (void)m.text("name"); },
         "7: error: 'name' needs a text, not a list"},
        {"a mapping for a number", "count: {a: 1}", [](const Mapping& m) { (void)m.whole("count"); },
         "8: error: 'count' needs a whole number, not a mapping"},
        {"nothing for a bandwidth", "rate:", [](const Mapping& m) { (void)m.bandwidth("rate"); },
         "1: error: 'rate' needs a bandwidth such as 450 GB/s, not nothing"},
        {"an empty text", "name: ''", [](const Mapping& m) { (void)m.text("name"); },
         "7: error: 'name' is empty"},
        {"a word for a truth", "on: yes", [](const Mapping& m) { (void)m.boolean("on"); },
         "5: error: 'on' must be true or false, not 'yes'"},
        {"a word for a number", "count: many", [](const Mapping& m) { (void)m.whole("count"); },
         "8: error: count: 'many' is not a whole number"},
        {"zero where one is the least", "count: 0", [](const Mapping& m) { (void)m.whole("count"); },
         "8: error: count: must not be 0"},
        {"more than the most", "count: 9", [](const Mapping& m) { (void)m.whole("count", 1, 8); },
         "8: error: count: '9' is too large"},
        {"a number over 2^31 - 1", "count: 2147483648", [](const Mapping& m) { (void)m.whole("count"); },
         "8: error: count: '2147483648' is too large"},
        {"a size without a unit", "memory: 80", [](const Mapping& m) { (void)m.size("memory"); },
         "9: error: memory: the size '80' has no unit"},
        {"a size of zero", "memory: 0", [](const Mapping& m) { (void)m.size("memory"); },
         "9: error: memory: the size is zero"},
        {"a negative number", "ratio: -1", [](const Mapping& m) { (void)m.number("ratio"); },
         "8: error: ratio: '-1' is negative: a number is not"},
        {"an unknown choice", "colour: gren", [](const Mapping& m) { (void)m.choice<Colour>("colour"); },
         "9: error: unknown colour 'gren'"},
        {"a list for a choice", "colour: [red]", [](const Mapping& m) { (void)m.choice<Colour>("colour"); },
         "9: error: 'colour' needs a word, not a list"},
        {"a mapping for a list of words", "words: {a: 1}", [](const Mapping& m) { (void)m.texts("words"); },
         "8: error: 'words' needs a list, not a mapping"},
        {"a list among words", "words: [a, [b]]", [](const Mapping& m) { (void)m.texts("words"); },
         "12: error: 'words' is a list of words; this is a list"},
        {"a text for a list of numbers", "numbers: 5", [](const Mapping& m) { (void)m.wholes("numbers"); },
         "10: error: 'numbers' needs a list of whole numbers, not text"},
        {"a word among numbers", "numbers: [1, b]", [](const Mapping& m) { (void)m.wholes("numbers"); },
         "14: error: numbers: 'b' is not a whole number"},
        {"a mapping for a list of mappings", "items: {x: 1}",
         [](const Mapping& m) { (void)m.sections("items"); },
         "8: error: 'items' needs a list, not a mapping"},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            const std::string text = complaints(row.text, outer, row.read);
            CHECK(text.substr(0, text.find('\n')) == "f:1:" + row.complaint);
            CHECK(text.find("error:") == text.rfind("error:"));  // one problem, said once
        }
    }
}

TEST_CASE("hints say what would be right") {
    CHECK(complaints("colour: gren\n", outer, [](const Mapping& m) {
              (void)m.choice<Colour>("colour");
          }).ends_with("  hint: did you mean 'green'?\n"));
    CHECK(complaints("colour: mauve\n", outer, [](const Mapping& m) {
              (void)m.choice<Colour>("colour");
          }).ends_with("  hint: known: red, green\n"));
    CHECK(complaints("rate: 450 gb/s\n", outer, [](const Mapping& m) {
              (void)m.bandwidth("rate");
          }).ends_with("  hint: bits or bytes? write 'Gb/s' for bits, 'GB/s' for bytes\n"));
    CHECK(complaints("name: [a]\n", outer, [](const Mapping& m) {
              (void)m.text("name");
          }).ends_with("  hint: name: its name\n"));
}

TEST_CASE("a reader's own problem stands at a value") {
    CHECK(complaints("name: a\ncount: 3\n", outer, [](const Mapping& m) {
              m.problem("count", "too odd", "try 4");
          }) == "f:2:8: error: too odd\n    2 | count: 3\n      |        ^\n  hint: try 4\n");
}

TEST_CASE("asking for a key that the table does not have is a mistake in the program") {
    const Document document = parse_yaml(make_source("f", "name: a"));
    Problems problems;
    const Mapping mapping(problems, document.root, document.root.mark, outer);
    CHECK_THROWS_AS((void)mapping.text("nmae"), std::logic_error);
}

}  // namespace
}  // namespace railyard::input
