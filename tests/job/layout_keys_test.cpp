#include "railyard/job/layout_keys.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/job/load.hpp"
#include "tests/support/schema_check.hpp"
#include "tests/support/shipped.hpp"
#include "tests/support/template_check.hpp"

namespace railyard {
namespace {

using Lines = std::vector<std::string>;
const Lines nothing;

TEST_CASE("editors find nothing wrong with the shipped layouts") {
    CHECK(test::violations_of_shipped(layout_file_keys, "layouts") == nothing);
}

TEST_CASE("the template of a layout names every key there is, and loads as it stands") {
    const std::string text = test::template_text("layout");
    CHECK(test::violations(layout_file_keys, text) == nothing);
    const std::string all = test::uncommented(text);
    CHECK(test::violations(layout_file_keys, all) == nothing);
    CHECK(test::keys_not_named(layout_file_keys, all) == nothing);
    const test::TemporaryLibrary files;
    files.write("layouts/my-layout.yaml", text);
    const LoadedLayout loaded = load_layout(files.library(), "my-layout");
    CHECK(loaded.layout.name == "my-layout");
    CHECK(loaded.notes == nothing);
}

TEST_CASE("the schema of layouts refuses what the reader refuses") {
    const std::string base = "layout: l\nmodel: m\nparallel: {tp: 8}\nbatch: {sequences: 8, length: 8}\n";
    CHECK(test::violations(layout_file_keys, base) == nothing);
    CHECK(test::violations(layout_file_keys, base + "order: [tp, dp:2, dp]\nsharding: zero-3\n") == nothing);
    CHECK(test::violations(layout_file_keys, base + "sharding: {kind: zero-3, over: 8}\n") == nothing);
    CHECK(test::violations(layout_file_keys, base + "sharding: zero-4\n") ==
          Lines{"sharding: fits none of the allowed shapes"});
    CHECK(test::violations(layout_file_keys, base + "precision: bfloat16\n") ==
          Lines{"precision: 'bfloat16' is none of the allowed words"});
    CHECK(test::violations(layout_file_keys, base + "placement: {keeps: tp}\n") ==
          Lines{"placement: unknown key 'keeps'"});
    CHECK(
        test::violations(layout_file_keys, "layout: l\nmodel: m\nparallel: {tp: 8}\nbatch: {length: 8}\n") ==
        Lines{"batch: 'sequences' is missing"});
    // A layout that stands on another need not repeat its keys, and a model inside it may stand on one, too.
    CHECK(test::violations(layout_file_keys, "layout: l\nuse: other\nbatch: {micro: 2}\n") == nothing);
    CHECK(test::violations(layout_file_keys, "layout: l\nuse: other\nmodel: {use: m, layers: 8}\n") ==
          nothing);
}

}  // namespace
}  // namespace railyard
