#include "railyard/input/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace railyard::input {
namespace {

Document parsed(const std::string& text) {
    return parse_yaml(make_source("f", text));
}

// What the parser says of a text; empty if it is content.
std::string complaint(const std::string& text) {
    try {
        parsed(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

// A tree in one line: {key=value}, [items], quoted texts in quotes, ~ for nothing.
std::string dump(const Node& node) {
    std::string text;
    switch (node.kind) {
        case NodeKind::null:
            return "~";
        case NodeKind::scalar:
            return node.quoting == Quoting::quoted ? "'" + node.text + "'" : node.text;
        case NodeKind::sequence:
            for (const auto& item : node.items) text += (text.empty() ? "" : ",") + dump(item);
            return "[" + text + "]";
        case NodeKind::mapping:
            for (const auto& entry : node.entries) {
                text += (text.empty() ? "" : ",") + entry.key + "=" + dump(entry.value);
            }
            return "{" + text + "}";
    }
    return "";
}

std::string place(Mark mark) {
    return std::to_string(mark.line) + ":" + std::to_string(mark.column);
}

std::string repeated(std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
}

struct Row {
    const char* name;
    std::string text;
    std::string result;
};

TEST_CASE("YAML becomes a tree of text") {
    const std::vector<Row> table = {
        {"a mapping keeps the order of the file", "b: 1\na: 2\n", "{b=1,a=2}"},
        {"blocks", "a:\n  - b: 1\n    c: 2\n  - 3\n", "{a=[{b=1,c=2},3]}"},
        {"brackets", "{a: [b, {c: 1}], d: []}", "{a=[b,{c=1}],d=[]}"},
        {"JSON", "{\"a\": [1, 2.5e3, true, null]}", "{a=[1,2.5e3,true,~]}"},
        {"values stay as they were written", "a: 010\nb: .inf\nc: no\nd: 1e3\ne: 0x10\n",
         "{a=010,b=.inf,c=no,d=1e3,e=0x10}"},
        {"quoted texts are told from plain ones", "a: '1'\nb: \"2\"\nc: 3\n", "{a='1',b='2',c=3}"},
        {"empty values", "a:\nb: ~\nc: null\nd: ''\n", "{a=~,b=~,c=~,d=''}"},
        {"block texts", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", "{a='x\ny\n',b='x y'}"},
        {"comments", "# one\na: 1 # two\n", "{a=1}"},
        {"quantities", "a: 450 GB/s\nb: 32 domains\n", "{a=450 GB/s,b=32 domains}"},
        {"an alias is a copy", "a: &x {b: 1}\nc: *x\n", "{a={b=1},c={b=1}}"},
        {"an alias as a key", "a: &x b\n*x : 1\n", "{a=b,b=1}"},
        {"a merge key is a key like others", "a: &x {b: 1}\n<<: *x\n", "{a={b=1},<<={b=1}}"},
        {"a document start", "---\na: 1\n...\n", "{a=1}"},
        {"a list at the top", "- 1\n- 2\n", "[1,2]"},
        {"a text at the top", "hello", "hello"},
        {"a complex key that is a word", "? a\n: 1\n", "{a=1}"},
        {"Windows line ends", "a: 1\r\nb: 2\r\n", "{a=1,b=2}"},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            CHECK(dump(parsed(row.text).root) == row.result);
        }
    }
}

TEST_CASE("keys and values know where they stand") {
    const Document document = parsed("first: 1\nsecond:\n  - {x: a}\n  -   b\nempty:\nlast: [1,\n  2]\n");
    const auto& entries = document.root.entries;
    REQUIRE(entries.size() == 4);
    CHECK(place(entries[0].key_mark) == "1:1");
    CHECK(place(entries[0].value.mark) == "1:8");
    CHECK(place(entries[1].key_mark) == "2:1");
    CHECK(place(entries[1].value.items[0].entries[0].key_mark) == "3:6");
    CHECK(place(entries[1].value.items[0].entries[0].value.mark) == "3:9");
    CHECK(place(entries[1].value.items[1].mark) == "4:7");
    CHECK(place(entries[3].value.items[1].mark) == "7:3");
    // yaml-cpp places an empty value at the next token; here it stands at its key.
    CHECK(place(entries[2].value.mark) == "5:1");
    CHECK(entries[0].key_mark.source == &document.source());
}

TEST_CASE("an alias has its anchor's content and its own place") {
    const Document document = parsed("a: &x [1]\nb: *x\n");
    CHECK(dump(document.root) == "{a=[1],b=[1]}");
    CHECK(place(document.root.entries[1].key_mark) == "2:1");
    CHECK(place(document.root.entries[1].value.items[0].mark) == "1:8");
}

TEST_CASE("find gives an entry or nothing") {
    const Document document = parsed("a: 1\nb:\n");
    REQUIRE(document.root.find("a") != nullptr);
    CHECK(document.root.find("a")->value.text == "1");
    CHECK(document.root.find("b")->value.kind == NodeKind::null);
    CHECK(document.root.find("c") == nullptr);
    CHECK(document.root.find("a")->value.find("a") == nullptr);
}

TEST_CASE("describe says what a node is") {
    const Document document = parsed("[~, a, [], {}]");
    CHECK(describe(document.root.items[0]) == "nothing");
    CHECK(describe(document.root.items[1]) == "text");
    CHECK(describe(document.root.items[2]) == "a list");
    CHECK(describe(document.root.items[3]) == "a mapping");
}

TEST_CASE("what is not one plain document is refused") {
    const std::string empty =
        "f: error: the file is empty\n"
        "  hint: railyard init prints a start of each kind of file: railyard init topology, layout, sweep\n";
    const std::vector<Row> table = {
        {"nothing at all", "", empty},
        {"only a comment", "# here was something\n", empty},
        {"only a document start", "---\n", empty},
        {"only null", "~\n", empty},
        {"two documents", "a: 1\n---\nb: 2\n",
         "f:3:1: error: a second YAML document starts here\n    3 | b: 2\n      | ^\n"
         "  hint: one file holds one document: remove the '---' or split the file\n"},
        {"a duplicate key", "a: 1\nb: 2\na: 3\n",
         "f:3:1: error: the key 'a' is given twice\n    3 | a: 3\n      | ^\n"
         "  hint: it was first given in line 1: keep one of the two\n"},
        {"every duplicate key", "a: {b: 1, b: 2}\na: 3\n",
         "f:1:11: error: the key 'b' is given twice\n    1 | a: {b: 1, b: 2}\n      |           ^\n"
         "  hint: it was first given in line 1: keep one of the two\n"
         "f:2:1: error: the key 'a' is given twice\n    2 | a: 3\n      | ^\n"
         "  hint: it was first given in line 1: keep one of the two\n"},
        {"a list as a key", "[a]: 1\n",
         "f:1:1: error: a key must be a word, not a list\n    1 | [a]: 1\n      | ^\n"
         "  hint: quote the text if a value such as [a] or {a} is meant\n"},
        {"an alias inside its own value", "a: &x [1, *x]\n",
         "f:1:11: error: this alias stands inside the value it names\n    1 | a: &x [1, *x]\n"
         "      |           ^\n  hint: a value cannot contain itself: write it out\n"},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            CHECK(complaint(row.text) == row.result);
        }
    }
}

TEST_CASE("a mistake in the syntax is shown where yaml-cpp stumbles, with what people mostly did") {
    const std::vector<Row> table = {
        {"a tab", "a:\n\tb: 1\n", "hint: indent with spaces: YAML does not allow tabs there\n"},
        {"a bracket that stays open", "a: [1, 2\n",
         "hint: the indentation does not match the lines above, or a bracket is missing\n"},
        {"a crooked line", "a:\n   b: 1\n  c: 2\n",
         "hint: the indentation does not match the lines above, or a bracket is missing\n"},
        {"a colon in a text", "about: one: two\n",
         "hint: a text with ': ' in it must be quoted; otherwise check the indentation\n"},
    };
    for (const auto& row : table) {
        SUBCASE(row.name) {
            const std::string text = complaint(row.text);
            CAPTURE(text);
            CHECK(text.starts_with("f:"));
            CHECK(text.ends_with(row.result));
        }
    }
}

TEST_CASE("JSON that is cut off is said to be, at its end") {
    CHECK(complaint("{\"items\":[{\"a\": {\"b\": 5}}\n") ==
          "f:1:26: error: the text ends with 2 brackets open\n    1 | {\"items\":[{\"a\": {\"b\": 5}}\n"
          "      |                          ^\n  hint: it seems to be cut off: write the file again\n");
    CHECK(complaint("[{\"a\": \"x}\\\"]").find("the text ends with 2 brackets open") != std::string::npos);
    CHECK(complaint("{\"a\": 1, \"a\": 2}").find("is given twice") != std::string::npos);
    CHECK(complaint("{\"a\": [1, 2, \"b\": {}").find("brackets open") != std::string::npos);
    CHECK(complaint("{\"a\": [1, 2}").find("open\n") == std::string::npos);
    CHECK(complaint("{\"a\": \"}]\"}") == "");
}

TEST_CASE("a hundred levels are read, a hundred and one are refused") {
    const std::string words = "error: values are nested over 100 deep here\n";
    const auto closed = [](int levels) { return repeated("[", levels) + repeated("]", levels); };
    CHECK(complaint(closed(100)).empty());
    CHECK(complaint("a: " + closed(99)).empty());
    CHECK(complaint(repeated("- ", 100) + "1").empty());
    CHECK(complaint(closed(101)).starts_with("f:1:101: " + words));
    CHECK(complaint("a: " + closed(100)).starts_with("f:1:103: " + words));
    // The look from outside counts the 1 as a level, as a key could stand there.
    CHECK(complaint(repeated("- ", 101) + "1").starts_with("f:1:203: " + words));
    // Far beyond, where a parser that recurses would run out of stack.
    CHECK(complaint(repeated("[", 1'000'000)).starts_with("f:1:101: " + words));
    CHECK(complaint(repeated("{a: ", 1'000'000)).find(words) != std::string::npos);
    CHECK(complaint(repeated("- ", 1'000'000)).find(words) != std::string::npos);
    CHECK(complaint(repeated("? ", 1'000'000)).find(words) != std::string::npos);
}

TEST_CASE("levels that a look from outside misses are still counted") {
    const std::string words = "error: values are nested over 100 deep here\n";
    // Each [a: has a mapping inside its list: 51 of them are 102 levels.
    CHECK(complaint(repeated("[a: ", 51)).find(words) != std::string::npos);
    CHECK(complaint(repeated("[a: ", 50) + "1" + repeated("]", 50)).empty());
    // A quote that the parser takes for part of a word would hide all that follows it.
    CHECK(complaint("{a :'b, c: " + repeated("[", 100'000)).find(words) != std::string::npos);
    CHECK(complaint("[!t\"[\", " + repeated("[", 100'000)).find(words) != std::string::npos);
    CHECK(complaint("[!<,'>, " + repeated("[", 100'000)).find(words) != std::string::npos);
}

TEST_CASE("aliases do not stack their values higher than a hundred levels") {
    const std::string sixty = repeated("[", 60);
    const std::string text =
        "a: &x " + sixty + repeated("]", 60) + "\nb: " + sixty + "*x" + repeated("]", 60) + "\n";
    CHECK(complaint(text).starts_with("f:2:64: error: values are nested over 100 deep here\n"));
    // 1 + 39 + 60 levels.
    CHECK(complaint("a: &x " + sixty + repeated("]", 60) + "\nb: " + repeated("[", 39) + "*x" +
                    repeated("]", 39) + "\n")
              .empty());
}

// Each line names the one before it ten times: ten to the power of `lines` values.
std::string laughs(int lines) {
    std::string text = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < lines; ++i) {
        const std::string before = "*l" + std::to_string(i - 1);
        text += "l" + std::to_string(i) + ": &l" + std::to_string(i) + " [" + before +
                repeated(", " + before, 9) + "]\n";
    }
    return text;
}

TEST_CASE("aliases may be used, but not to write a bomb") {
    CHECK(complaint(laughs(4)).empty());
    CHECK(complaint(laughs(10)).find("error: over a million values up to here, those of aliases counted\n") !=
          std::string::npos);
    // Texts and keys count by their length: a few aliases of a very long one are a bomb as well.
    const std::string many = repeated("*x,", 20'000);
    CHECK(complaint("a: &x " + std::string(1'000'000, 'y') + "\nb: [" + many + "]\n")
              .find("over a million values up to here") != std::string::npos);
    CHECK(complaint("? k\n: &x\n  ? " + std::string(1'000'000, 'y') + "\n  : 1\nb: [" + many + "]\n")
              .find("over a million values up to here") != std::string::npos);
}

TEST_CASE("a thousand duplicate keys are fifty problems and a count") {
    std::string text = "{";
    for (int i = 0; i < 1001; ++i) text += "a: 1, ";
    CHECK(complaint(text + "}").ends_with("error: and 950 more problems, not shown\n"));
}

TEST_CASE("a file is read and parsed") {
    CHECK(load_yaml(RAILYARD_SOURCE_DIR "/tests/fuzz/corpus/yaml/topology.yaml")
              .root.find("topology")
              ->value.text == "dgx-h100-superpod");
}

}  // namespace
}  // namespace railyard::input
