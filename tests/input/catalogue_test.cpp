#include "railyard/input/catalogue.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/base/error.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::input {
namespace {

const LoadShipped takes_all = [](Shelf, const std::string&) {};

std::vector<std::string> names_of(const std::vector<CatalogueEntry>& entries) {
    std::vector<std::string> names;
    for (const auto& entry : entries) names.push_back(entry.name);
    return names;
}

TEST_CASE("shelf by shelf, numbers in names by their size") {
    const test::TemporaryLibrary files;
    for (const auto* name : {"gpt-18.4b", "gpt-1.7b", "gpt-145.6b", "gpt", "gpt-1008b", "bert"}) {
        files.write("layouts/" + std::string(name) + ".yaml", "about: " + std::string(name) + "\n");
    }
    files.write("topologies/gpus/x.yaml", "gpu: x\n");
    files.write("topologies/t.yaml", "topology: t\nabout: a T\n");
    const auto entries = catalogue(Library({files.root()}), takes_all);
    CHECK(names_of(entries) == std::vector<std::string>{"t", "x", "bert", "gpt", "gpt-1.7b", "gpt-18.4b",
                                                        "gpt-145.6b", "gpt-1008b"});
    CHECK(entries[0].shelf == Shelf::topologies);
    CHECK(entries[0].about == "a T");
    CHECK(entries[1].shelf == Shelf::gpus);
    CHECK(entries[1].about.empty());
    CHECK(entries[2].shelf == Shelf::layouts);
}

TEST_CASE("broken files are told as such, and the others are there") {
    const test::TemporaryLibrary files;
    files.write("topologies/gpus/broken.yaml", "gpu: broken\nmemory: [\n");
    files.write("topologies/gpus/circle.yaml", "gpu: circle\nuse: circle\n");
    files.write("topologies/gpus/good.yaml", "gpu: good\nabout: fine\n");
    files.write("topologies/gpus/odd.yaml", "about: odd\ngpu: odd\n");
    const auto entries = catalogue(Library({files.root()}), [](Shelf, const std::string& path) {
        if (path.find("odd") != std::string::npos) {
            throw InputError(Diagnostic{{path, 2, 6}, "is odd", "", "gpu: odd", 0});
        }
    });
    REQUIRE(names_of(entries) == std::vector<std::string>{"broken", "circle", "good", "odd"});
    CHECK(files.without_root(entries[0].problem).starts_with("topologies/gpus/broken.yaml:3:"));
    CHECK(files.without_root(entries[1].problem) ==
          "topologies/gpus/circle.yaml:2:6: 'use: circle' goes round in a circle");
    CHECK(entries[2].problem.empty());
    CHECK(entries[2].about == "fine");
    CHECK(files.without_root(entries[3].problem) == "topologies/gpus/odd.yaml:2:6: is odd");
    CHECK(entries[3].about == "odd");
}

TEST_CASE("the file of the first root counts, and nothing beside the caller") {
    const test::TemporaryLibrary first;
    const test::TemporaryLibrary second;
    first.write("layouts/models/m.yaml", "about: first\n");
    second.write("layouts/models/m.yaml", "about: second\n");
    std::vector<std::string> paths;
    const auto entries = catalogue(Library({first.root(), second.root()}),
                                   [&](Shelf, const std::string& path) { paths.push_back(path); });
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].about == "first");
    CHECK(paths == std::vector<std::string>{first.root() + "/layouts/models/m.yaml"});
}

TEST_CASE("no roots, no entries") {
    CHECK(catalogue(Library({}), takes_all).empty());
    CHECK(catalogue(Library({"/there/is/no/such/folder"}), takes_all).empty());
}

TEST_CASE("a folder that is called like a file") {
    const test::TemporaryLibrary files;
    files.write("topologies/gpus/folder.yaml/inside", "");
    const auto entries = catalogue(Library({files.root()}), takes_all);
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].problem == "is not a file");
}

}  // namespace
}  // namespace railyard::input
