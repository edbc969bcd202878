#include "railyard/input/override.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace railyard::input {
namespace {

Document document(const std::string& text) {
    return parse_yaml(make_source("file.yaml", text));
}

const Node& at(const Document& document, const std::string& section, const std::string& key) {
    const Entry* outer = document.root.find(section);
    REQUIRE(outer != nullptr);
    const Entry* inner = outer->value.find(key);
    REQUIRE(inner != nullptr);
    return inner->value;
}

std::vector<std::string> words(const Node& node) {
    std::vector<std::string> words;
    for (const Node& item : node.items) words.push_back(item.text);
    return words;
}

using Words = std::vector<std::string>;

TEST_CASE("a key that is there gets another value, the others stay") {
    Document layout = document("parallel: {tp: 8, dp: 64}\nname: x\n");
    set_key(layout, "parallel.tp", "16", "--tp ");
    CHECK(at(layout, "parallel", "tp").text == "16");
    CHECK(at(layout, "parallel", "dp").text == "64");
    set_key(layout, "name", "y", "--name ");
    CHECK(layout.root.find("name")->value.text == "y");
    CHECK(layout.root.entries.size() == 2);
}

TEST_CASE("a key that is not there is made, and the mappings on the way to it") {
    Document layout = document("name: x\nempty:\n");
    set_key(layout, "placement.keep", "tp", "--keep ");
    CHECK(at(layout, "placement", "keep").text == "tp");
    set_key(layout, "empty.key", "1", "--key ");
    CHECK(at(layout, "empty", "key").text == "1");
    set_key(layout, "a.b.c", "deep", "--c ");
    CHECK(at(layout, "a", "b").find("c")->value.text == "deep");
}

TEST_CASE("commas and brackets make a list of words; spaces around them do not count") {
    struct Row {
        const char* value;
        Words words;
    };
    const std::vector<Row> table = {
        {"tp,cp,dp:2,pp", {"tp", "cp", "dp:2", "pp"}},
        {"[tp, cp]", {"tp", "cp"}},
        {"[tp]", {"tp"}},
        {"[]", {}},
        {" tp , cp ", {"tp", "cp"}},
        {"tp,", {"tp", ""}},
        {",", {"", ""}},
    };
    for (const Row& row : table) {
        CAPTURE(std::string(row.value));
        Document layout = document("name: x\n");
        set_key(layout, "order", row.value, "--order ");
        const Node& value = layout.root.find("order")->value;
        CHECK(value.kind == NodeKind::sequence);
        CHECK(words(value) == row.words);
    }
    Document layout = document("name: x\n");
    for (const char* word : {"tp", " tp ", "[tp", "tp]"}) {
        set_key(layout, "order", word, "--order ");
        CHECK(layout.root.find("order")->value.kind == NodeKind::scalar);
    }
    set_key(layout, "order", "", "--order ");
    CHECK(layout.root.find("order")->value.kind == NodeKind::scalar);
    CHECK(layout.root.find("order")->value.text == "");
}

// What Source makes of a mark.
std::string shown(const Node& node) {
    return render(node.mark.source->problem(node.mark, "here"));
}

TEST_CASE("a problem with a value is shown where it was typed") {
    Document layout = document("name: x\n");
    set_key(layout, "parallel.tp", "16x", "--tp ");
    CHECK(shown(at(layout, "parallel", "tp")) ==
          "command line:1:6: error: here\n    1 | --tp 16x\n      |      ^\n");
    set_key(layout, "order", "tp, cp", "--order ");
    CHECK(shown(layout.root.find("order")->value.items[1]) ==
          "command line:1:13: error: here\n    1 | --order tp, cp\n      |             ^\n");
    set_key(layout, "order", "[tp,cp]", "--set order=");
    CHECK(shown(layout.root.find("order")->value.items[1]) ==
          "command line:1:17: error: here\n    1 | --set order=[tp,cp]\n      |                 ^\n");
    // What was there before keeps its place.
    CHECK(shown(layout.root.find("name")->value) ==
          "file.yaml:1:7: error: here\n    1 | name: x\n      |       ^\n");
}

TEST_CASE("a word cannot hold a key") {
    Document layout = document("model: llama3-8b\norder: [tp]\n");
    const auto refusal = [&](const char* path) {
        try {
            set_key(layout, path, "4", "--layers ");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(
        refusal("model.layers") ==
        "command line:1:1: error: 'model.layers' cannot be set: what holds 'layers' is text, not a mapping\n"
        "    1 | --layers 4\n      | ^\n");
    CHECK(refusal("order.x.y") ==
          "command line:1:1: error: 'order.x.y' cannot be set: what holds 'x' is a list, not a mapping\n"
          "    1 | --layers 4\n      | ^\n");
}

TEST_CASE("text that is no text is refused like a file's") {
    Document layout = document("name: x\n");
    CHECK_THROWS_AS(set_key(layout, "name", "\xFF", "--name "), InputError);
}

}  // namespace
}  // namespace railyard::input
