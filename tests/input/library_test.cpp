#include "railyard/input/library.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/shipped.hpp"

namespace railyard::input {
namespace {

using test::TemporaryLibrary;

// Where a name was found, below the temporary root; "shipped: ..." for a file of this tree; "-" for nowhere.
std::string found(const TemporaryLibrary& files, Shelf shelf, const std::string& name,
                  const std::string& beside = "/nowhere") {
    const auto path = files.library().find(shelf, name, beside);
    if (!path) return "-";
    const std::string tree = std::string(RAILYARD_SOURCE_DIR) + "/";
    if (path->starts_with(tree)) return "shipped: " + path->substr(tree.size());
    return files.without_root(*path);
}

TEST_CASE("a name is looked for on its shelf; earlier roots win") {
    const TemporaryLibrary files;
    files.write("topologies/mine.yaml", "topology: mine\n");
    files.write("topologies/domains/hgx-h100.yaml", "domain: hgx-h100\n");
    CHECK(found(files, Shelf::topologies, "mine") == "topologies/mine.yaml");
    CHECK(found(files, Shelf::layouts, "mine") == "-");
    CHECK(found(files, Shelf::domains, "hgx-h100") == "topologies/domains/hgx-h100.yaml");
    CHECK(found(files, Shelf::domains, "hgx-a100") == "shipped: topologies/domains/hgx-a100.yaml");
    CHECK(found(files, Shelf::gpus, "h100") == "shipped: topologies/gpus/h100.yaml");
    CHECK(found(files, Shelf::models, "llama3-8b") == "shipped: layouts/models/llama3-8b.yaml");
    CHECK(found(files, Shelf::layouts, "deepseek-v3") == "shipped: layouts/deepseek-v3.yaml");
    CHECK(found(files, Shelf::topologies, "hgx-h100") == "-");  // a domain is no topology by itself
    CHECK(found(files, Shelf::topologies, "") == "-");
}

TEST_CASE("beside whoever names it goes before the shelves") {
    const TemporaryLibrary files;
    files.write("work/hgx-a100.yaml", "domain: hgx-a100\n");
    files.write("work/models/llama3-8b.yaml", "model: llama3-8b\n");
    files.write("work/llama3-8b.yaml", "model: llama3-8b\n");
    const std::string work = files.root() + "/work";
    CHECK(found(files, Shelf::domains, "hgx-a100", work) == "work/hgx-a100.yaml");
    // The shelf's folder there goes before the bare file.
    CHECK(found(files, Shelf::models, "llama3-8b", work) == "work/models/llama3-8b.yaml");
    CHECK(found(files, Shelf::models, "llama3-70b", work) == "shipped: layouts/models/llama3-70b.yaml");
}

TEST_CASE("a file beside the caller counts only if it is of the kind") {
    const TemporaryLibrary files;
    // A layout called after its model does not mean itself.
    files.write("work/deepseek-v3.yaml", "# mine\nlayout: deepseek-v3\nmodel: deepseek-v3\n");
    files.write("work/h100.yaml", "gpu: h100\n");
    files.write("work/rack.yaml", "domain: rack\ngpu: h100\n");
    files.write("work/plain.yaml", "about: it does not say\n");
    const std::string work = files.root() + "/work";
    CHECK(found(files, Shelf::models, "deepseek-v3", work) == "shipped: layouts/models/deepseek-v3.yaml");
    CHECK(found(files, Shelf::layouts, "deepseek-v3", work) == "work/deepseek-v3.yaml");
    CHECK(found(files, Shelf::gpus, "h100", work) == "work/h100.yaml");
    CHECK(found(files, Shelf::domains, "rack", work) == "work/rack.yaml");
    CHECK(found(files, Shelf::topologies, "rack", work) == "work/rack.yaml");  // as many as a job needs
    CHECK(found(files, Shelf::gpus, "rack", work) == "-");
    CHECK(found(files, Shelf::models, "plain", work) == "work/plain.yaml");
}

TEST_CASE("a slash or an ending makes a path, beside the caller") {
    const TemporaryLibrary files;
    files.write("work/sub/x.yaml", "model: x\n");
    files.write("work/config.json", "{}\n");
    const std::string work = files.root() + "/work";
    CHECK(found(files, Shelf::models, "sub/x.yaml", work) == "work/sub/x.yaml");
    CHECK(found(files, Shelf::models, "config.json", work) == "work/config.json");
    CHECK(found(files, Shelf::models, files.root() + "/work/sub/x.yaml", work) == "work/sub/x.yaml");
    CHECK(found(files, Shelf::models, "sub/x", work) == "-");  // a path is taken as it is
    CHECK(found(files, Shelf::models, "llama3-8b.yaml", work) == "-");
}

TEST_CASE("names of a shelf: of all roots, sorted, each once, files of the format only") {
    const TemporaryLibrary files;
    files.write("layouts/b.yaml", "layout: b\n");
    files.write("layouts/a.yaml", "layout: a\n");
    files.write("layouts/notes.txt", "no layout\n");
    files.write("layouts/models/m.yaml", "model: m\n");
    CHECK(Library({files.root()}).names(Shelf::layouts) == std::vector<std::string>{"a", "b"});
    CHECK(Library({files.root(), files.root()}).names(Shelf::layouts).size() == 2);
    CHECK(Library({files.root()}).names(Shelf::gpus).empty());
    CHECK(Library({"/nowhere"}).names(Shelf::layouts).empty());
}

TEST_CASE("what messages call the shelves") {
    CHECK(word_for(Shelf::topologies) == "topology");
    CHECK(word_for(Shelf::domains) == "domain");
    CHECK(word_for(Shelf::gpus) == "GPU");
    CHECK(word_for(Shelf::layouts) == "layout");
    CHECK(word_for(Shelf::models) == "model");
    CHECK(folder_of("a/b/c.yaml") == "a/b");
    CHECK(folder_of("c.yaml") == ".");
}

std::string text_of(const Document& document, const std::string& section, const std::string& key) {
    const Entry* outer = document.root.find(section);
    const Entry* inner = outer == nullptr ? nullptr : outer->value.find(key);
    return inner == nullptr ? "" : inner->value.text;
}

TEST_CASE("a file that stands on another: mappings key by key, all else replaced") {
    const TemporaryLibrary files;
    files.write("layouts/base.yaml", "layout: base\nparallel: {tp: 8, dp: 4}\norder: [tp, dp]\nonly: here\n");
    files.write("layouts/middle.yaml", "layout: middle\nuse: base\nparallel: {tp: 2}\n");
    files.write("layouts/top.yaml", "layout: top\nuse: middle\nparallel: {pp: 3}\norder: [dp]\n");
    const Document top = load_named(files.library(), Shelf::layouts, "top", ".");
    CHECK(top.root.find("layout")->value.text == "top");
    CHECK(top.root.find("use") == nullptr);
    CHECK(text_of(top, "parallel", "tp") == "2");
    CHECK(text_of(top, "parallel", "dp") == "4");
    CHECK(text_of(top, "parallel", "pp") == "3");
    CHECK(top.root.find("order")->value.items.size() == 1);
    CHECK(top.root.find("only")->value.text == "here");
    // A value is shown in the file that it comes from.
    CHECK(files.without_root(top.root.find("only")->value.mark.source->name()) == "layouts/base.yaml");
    CHECK(top.sources.size() == 3);
}

std::string refusal(const TemporaryLibrary& files, Shelf shelf, const std::string& name) {
    try {
        (void)load_named(files.library(), shelf, name, ".");
    } catch (const InputError& error) {
        return files.without_root(error.what());
    }
    return "";
}

TEST_CASE("circles and names that are not there") {
    const TemporaryLibrary files;
    files.write("topologies/domains/self.yaml", "domain: self\nuse: self\n");
    files.write("topologies/domains/a.yaml", "domain: a\nuse: b\n");
    files.write("topologies/domains/b.yaml", "domain: b\nuse: c\n");
    files.write("topologies/domains/c.yaml", "domain: c\nuse: a\n");
    files.write("topologies/domains/lost.yaml", "domain: lost\nuse: hgx-h1000\n");
    files.write("topologies/domains/far.yaml", "domain: far\nuse: elsewhere/x.yaml\n");
    CHECK(refusal(files, Shelf::domains, "self") ==
          "topologies/domains/self.yaml:2:6: error: 'use: self' goes round in a circle\n"
          "    2 | use: self\n      |      ^\n  hint: self -> self\n");
    CHECK(refusal(files, Shelf::domains, "a") ==
          "topologies/domains/c.yaml:2:6: error: 'use: a' goes round in a circle\n"
          "    2 | use: a\n      |      ^\n  hint: a -> b -> c -> a\n");
    CHECK(refusal(files, Shelf::domains, "lost") ==
          "topologies/domains/lost.yaml:2:6: error: there is no domain 'hgx-h1000'\n"
          "    2 | use: hgx-h1000\n      |      ^\n  hint: did you mean 'hgx-h100'?\n");
    CHECK(refusal(files, Shelf::domains, "far")
              .find("topologies/domains/far.yaml:2:6: error: there is no domain 'elsewhere/x.yaml'\n") == 0);
    CHECK(refusal(files, Shelf::gpus, "h1000") ==
          "error: there is no GPU 'h1000'\n  hint: did you mean 'h100'?\n");
    CHECK(refusal(files, Shelf::gpus, "x/h100.yaml") == "x/h100.yaml: error: cannot be read: no such file\n");
}

TEST_CASE("a base that is broken is shown in its own file") {
    const TemporaryLibrary files;
    files.write("layouts/broken.yaml", "layout: [\n");
    files.write("layouts/on-broken.yaml", "layout: on-broken\nuse: broken\n");
    CHECK(refusal(files, Shelf::layouts, "on-broken").find("layouts/broken.yaml:") == 0);
    files.write("layouts/folder.yaml/x", "");
    CHECK(refusal(files, Shelf::layouts, "folder").find("there is no layout 'folder'") != std::string::npos);
}

}  // namespace
}  // namespace railyard::input
