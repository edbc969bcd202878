#include "railyard/job/model_keys.hpp"

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

TEST_CASE("editors find nothing wrong with the shipped models") {
    CHECK(test::violations_of_shipped(model_file_keys, "layouts/models") == nothing);
}

TEST_CASE("the template of a model names every key there is, and loads as it stands") {
    const std::string text = test::template_text("model");
    CHECK(test::violations(model_file_keys, text) == nothing);
    const std::string all = test::uncommented(text);
    CHECK(test::violations(model_file_keys, all) == nothing);
    CHECK(test::keys_not_named(model_file_keys, all) == nothing);
    const test::TemporaryLibrary files;
    files.write("layouts/models/my-model.yaml", text);
    const Model model = load_model(files.library(), "my-model");
    CHECK(model.name == "my-model");
    // The template says "a Llama of 8 billion parameters": so is the shipped one.
    const Model llama = load_model(test::shipped_library(), "llama3-8b");
    CHECK(model.layers == llama.layers);
    CHECK(model.hidden == llama.hidden);
    CHECK(model.ffn == llama.ffn);
    CHECK(model.vocab == llama.vocab);
}

TEST_CASE("the schema of models refuses what the reader refuses") {
    const std::string base = "model: m\nlayers: 2\nhidden: 8\nffn: 32\nheads: 2\nvocab: 100\n";
    CHECK(test::violations(model_file_keys, base) == nothing);
    CHECK(test::violations(model_file_keys, base + "experts: {count: 8, top_k: 2}\n") ==
          Lines{"experts: 'ffn' is missing"});
    CHECK(test::violations(model_file_keys, base + "gated_mlp: yes\n") ==
          Lines{"gated_mlp: has the wrong type"});
    CHECK(test::violations(model_file_keys, "model: m\nuse: other\nlayers: 3\n") == nothing);
}

}  // namespace
}  // namespace railyard
