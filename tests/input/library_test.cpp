#include "railyard/input/library.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace railyard::input {
namespace {

namespace fs = std::filesystem;

// A folder with files in it, gone at the end.
class Tree {
  public:
    Tree() : root_(fs::temp_directory_path() / ("railyard-library-test-" + std::to_string(::getpid()))) {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree() { fs::remove_all(root_); }

    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((root_ / name).parent_path());
        std::ofstream(root_ / name, std::ios::binary) << text;
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }

  private:
    fs::path root_;
};

// What was wrong, without the folder of the test.
std::string complaint(const Tree& tree, const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        std::string text = error.what();
        const std::string folder = tree.path("");
        for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
            text.erase(at, folder.size());
        }
        return text;
    }
    return "";
}

std::string value(const Document& document, std::string_view key) {
    const Entry* entry = document.root.find(key);
    return entry == nullptr ? "" : entry->value.text;
}

TEST_CASE("each kind of file has a word and a folder") {
    CHECK(word_for(Shelf::topologies) == "topology");
    CHECK(word_for(Shelf::domains) == "domain");
    CHECK(word_for(Shelf::gpus) == "GPU");
    CHECK(word_for(Shelf::layouts) == "layout");
    CHECK(word_for(Shelf::models) == "model");
    CHECK(word_for(Shelf::sweeps) == "sweep");
    const Tree tree;
    for (const std::string name :
         {"topologies/a", "topologies/domains/b", "topologies/gpus/c", "layouts/d", "layouts/models/e"}) {
        tree.write(name + ".yaml", "x: 1");
    }
    const Library library({tree.path("")});
    CHECK(library.find_shipped(Shelf::topologies, "a") == tree.path("topologies/a.yaml"));
    CHECK(library.find_shipped(Shelf::domains, "b") == tree.path("topologies/domains/b.yaml"));
    CHECK(library.find_shipped(Shelf::gpus, "c") == tree.path("topologies/gpus/c.yaml"));
    CHECK(library.find_shipped(Shelf::layouts, "d") == tree.path("layouts/d.yaml"));
    CHECK(library.find_shipped(Shelf::models, "e") == tree.path("layouts/models/e.yaml"));
    CHECK_FALSE(library.find_shipped(Shelf::gpus, "a").has_value());
}

TEST_CASE("earlier roots win, and names are listed once, in order") {
    const Tree tree;
    tree.write("one/topologies/b.yaml", "x: 1");
    tree.write("two/topologies/b.yaml", "x: 2");
    tree.write("two/topologies/a.yaml", "x: 3");
    tree.write("two/topologies/note.txt", "no topology");
    const Library library({tree.path("one"), tree.path("nowhere"), tree.path("two")});
    CHECK(library.find(Shelf::topologies, "b", ".") == tree.path("one/topologies/b.yaml"));
    CHECK(library.find(Shelf::topologies, "a", ".") == tree.path("two/topologies/a.yaml"));
    CHECK(library.names(Shelf::topologies) == std::vector<std::string>{"a", "b"});
    CHECK(library.names(Shelf::models).empty());
    CHECK(library.roots().size() == 3);
}

TEST_CASE("a name is looked for beside who names it, then among the shipped files") {
    const Tree tree;
    tree.write("shipped/layouts/models/m.yaml", "model: shipped");
    const Library library({tree.path("shipped")});
    const std::string beside = tree.path("mine");
    CHECK(library.find(Shelf::models, "m", beside) == tree.path("shipped/layouts/models/m.yaml"));
    tree.write("mine/m.yaml", "model: beside");
    CHECK(library.find(Shelf::models, "m", beside) == tree.path("mine/m.yaml"));
    tree.write("mine/models/m.yaml", "model: in a folder of models");
    CHECK(library.find(Shelf::models, "m", beside) == tree.path("mine/models/m.yaml"));
    CHECK_FALSE(library.find(Shelf::models, "", beside).has_value());
    CHECK_FALSE(library.find(Shelf::models, "n", beside).has_value());
}

TEST_CASE("a file of the same name but another kind is passed over") {
    const Tree tree;
    tree.write("shipped/layouts/models/m.yaml", "model: shipped");
    tree.write("mine/m.yaml", "# my layout\nlayout: m\nmodel: m\n");
    const Library library({tree.path("shipped")});
    CHECK(library.find(Shelf::models, "m", tree.path("mine")) == tree.path("shipped/layouts/models/m.yaml"));
    CHECK(library.find(Shelf::layouts, "m", tree.path("mine")) == tree.path("mine/m.yaml"));
    // A domain stands in for a topology.
    tree.write("mine/d.yaml", "domain: d\n");
    CHECK(library.find(Shelf::topologies, "d", tree.path("mine")) == tree.path("mine/d.yaml"));
    CHECK_FALSE(library.find(Shelf::gpus, "d", tree.path("mine")).has_value());
}

TEST_CASE("a name with a slash or an ending is a path, from the folder of who names it") {
    const Tree tree;
    tree.write("mine/other/x.yaml", "topology: x");
    tree.write("mine/config.json", "{}");
    const Library library({});
    const std::string beside = tree.path("mine");
    CHECK(library.find(Shelf::topologies, "other/x.yaml", beside) == beside + "/other/x.yaml");
    CHECK(library.find(Shelf::models, "config.json", beside) == beside + "/config.json");
    CHECK(library.find(Shelf::topologies, beside + "/other/x.yaml", ".") == beside + "/other/x.yaml");
    CHECK_FALSE(library.find(Shelf::topologies, "x.yaml", beside).has_value());
    // A path means itself, whatever it leads to: reading it says what is wrong with it.
    CHECK(library.find(Shelf::topologies, "./other", beside) == beside + "/./other");
}

TEST_CASE("the folder of a path") {
    CHECK(folder_of("a/b.yaml") == "a");
    CHECK(folder_of("/a/b.yaml") == "/a");
    CHECK(folder_of("b.yaml") == ".");
}

TEST_CASE("a file takes the keys of the one it uses, mappings key by key") {
    const Tree tree;
    tree.write("base.yaml", "about: base\nlink: {rate: 1, latency: 2}\nlist: [1, 2]\n");
    tree.write("own.yaml", "use: base\nlink: {rate: 3}\nlist: [9]\nextra: 5\n");
    const Document document = load_with_bases(Library({}), Shelf::gpus, tree.path("own.yaml"));
    CHECK(value(document, "about") == "base");
    CHECK(value(document, "extra") == "5");
    CHECK(document.root.find("use") == nullptr);
    const Node& link = document.root.find("link")->value;
    CHECK(link.find("rate")->value.text == "3");
    CHECK(link.find("latency")->value.text == "2");
    CHECK(document.root.find("list")->value.items.size() == 1);
    // Every value remembers its own file, and the file itself comes first.
    CHECK(document.source().name() == tree.path("own.yaml"));
    CHECK(document.sources.size() == 2);
    CHECK(document.root.find("about")->key_mark.source->name() == tree.path("base.yaml"));
    CHECK(link.find("rate")->key_mark.source->name() == tree.path("own.yaml"));
}

TEST_CASE("files stand on files that stand on files") {
    const Tree tree;
    tree.write("a.yaml", "use: b\none: a\n");
    tree.write("b.yaml", "use: c\none: b\ntwo: b\n");
    tree.write("c.yaml", "one: c\ntwo: c\nthree: c\n");
    const Document document = load_with_bases(Library({}), Shelf::gpus, tree.path("a.yaml"));
    CHECK(value(document, "one") + value(document, "two") + value(document, "three") == "abc");
}

TEST_CASE("a value replaces a mapping and a mapping a value") {
    const Tree tree;
    tree.write("base.yaml", "a: {x: 1}\nb: 2\n");
    tree.write("own.yaml", "use: base\na: 3\nb: {y: 4}\n");
    const Document document = load_with_bases(Library({}), Shelf::gpus, tree.path("own.yaml"));
    CHECK(value(document, "a") == "3");
    CHECK(document.root.find("b")->value.find("y")->value.text == "4");
}

TEST_CASE("a circle is shown whole, at the use that closes it") {
    const Tree tree;
    tree.write("a.yaml", "use: b\n");
    tree.write("b.yaml", "x: 1\nuse: a\n");
    CHECK(complaint(tree, [&] { load_with_bases(Library({}), Shelf::gpus, tree.path("a.yaml")); }) ==
          "b.yaml:2:6: error: 'use: a' goes round in a circle\n    2 | use: a\n      |      ^\n  hint: a -> "
          "b -> a\n");
    tree.write("self.yaml", "use: self\n");
    CHECK(complaint(tree, [&] { load_with_bases(Library({}), Shelf::gpus, tree.path("self.yaml")); }) ==
          "self.yaml:1:6: error: 'use: self' goes round in a circle\n    1 | use: self\n      |      ^\n"
          "  hint: self -> self\n");
}

TEST_CASE("what is not there is named, with what is near") {
    const Tree tree;
    tree.write("topologies/gpus/h100.yaml", "gpu: h100");
    tree.write("own.yaml", "use: h10\n");
    const Library library({tree.path("")});
    CHECK(complaint(tree, [&] { load_with_bases(library, Shelf::gpus, tree.path("own.yaml")); }) ==
          "own.yaml:1:6: error: there is no GPU 'h10'\n    1 | use: h10\n      |      ^\n"
          "  hint: did you mean 'h100'?\n");
    CHECK(complaint(tree, [&] { load_named(library, Shelf::gpus, "h200", "."); }) ==
          "error: there is no GPU 'h200'\n  hint: did you mean 'h100'?\n");
    CHECK(complaint(tree, [&] { load_named(library, Shelf::gpus, "tpu", "."); }) ==
          "error: there is no GPU 'tpu'\n  hint: known: h100\n");
    CHECK(complaint(tree, [&] { load_named(library, Shelf::gpus, "no/such.yaml", "."); }) ==
          "no/such.yaml: error: cannot be read: no such file\n");
    CHECK(value(load_named(library, Shelf::gpus, "h100", "."), "gpu") == "h100");
}

TEST_CASE("a hundred thousand keys merge in the time of reading them, not in its square") {
    const Tree tree;
    std::string text = "use: base\n";
    for (int i = 0; i < 100'000; ++i) text += "k" + std::to_string(i) + ": 1\n";
    tree.write("base.yaml", "k5: 0\n");
    tree.write("own.yaml", text);
    const Document document = load_with_bases(Library({}), Shelf::gpus, tree.path("own.yaml"));
    CHECK(document.root.entries.size() == 100'000);
    CHECK(document.root.entries.front().key == "k5");
    CHECK(document.root.entries.front().value.text == "1");
}

// A sweep names its topology and its layout by the keys that such files begin with.
TEST_CASE("a sweep beside the caller is no layout and no topology") {
    const Tree tree;
    tree.write("mine/racks.yaml", "sweep: racks\ntopology: hgx-h100\nlayout: gpt3\n");
    const Library library({tree.path("shipped")});
    CHECK(library.find(Shelf::sweeps, "racks", tree.path("mine")) == tree.path("mine/racks.yaml"));
    CHECK_FALSE(library.find(Shelf::layouts, "racks", tree.path("mine")).has_value());
    CHECK_FALSE(library.find(Shelf::topologies, "racks", tree.path("mine")).has_value());
}

}  // namespace
}  // namespace railyard::input
