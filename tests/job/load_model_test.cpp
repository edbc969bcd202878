#include "railyard/job/load_model.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "railyard/job/load.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

// A model from text that is called "model.yaml".
Model read(const std::string& text) {
    input::Problems problems;
    Model model = read_model(input::parse_yaml(input::make_source("model.yaml", text)), problems);
    problems.throw_if_any();
    return model;
}

std::string refusal(const std::string& text) {
    try {
        (void)read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("what a model need not say") {
    const Model model = read("model: tiny\nlayers: 2\nhidden: 64\nffn: 256\nheads: 4\nvocab: 100\n");
    CHECK(model.name == "tiny");
    CHECK(model.kv_heads == 4);
    CHECK(model.head_dim == 16);
    CHECK(model.positions == 0);
    CHECK(model.mlp == MlpKind::plain);
    CHECK(model.embedding == EmbeddingKind::separate);
    CHECK_FALSE(model.experts.has_value());
    CHECK_FALSE(model.latent_attention.has_value());
    CHECK(model.extra_prediction_layers == 0);
}

TEST_CASE("every key is read") {
    const Model model = read(R"(
model: whole
about: one line
layers: 6
hidden: 64
ffn: 256
heads: 4
kv_heads: 2
head_dim: 32
vocab: 100
positions: 2048
gated_mlp: true
tied_embeddings: true
experts: {count: 16, top_k: 2, ffn: 32, shared: 1, shared_ffn: 48, dense_layers: 1, groups: 4, groups_per_token: 2}
latent_attention: {query_rank: 24, key_value_rank: 16, nope_dim: 8, rope_dim: 4, value_dim: 12}
extra_prediction_layers: 1
)");
    CHECK(model.about == "one line");
    CHECK(model.layers == 6);
    CHECK(model.hidden == 64);
    CHECK(model.ffn == 256);
    CHECK(model.heads == 4);
    CHECK(model.kv_heads == 2);
    CHECK(model.head_dim == 32);
    CHECK(model.vocab == 100);
    CHECK(model.positions == 2048);
    CHECK(model.mlp == MlpKind::gated);
    CHECK(model.embedding == EmbeddingKind::tied);
    CHECK(model.experts->count == 16);
    CHECK(model.experts->top_k == 2);
    CHECK(model.experts->ffn == 32);
    CHECK(model.experts->shared == 1);
    CHECK(model.experts->shared_ffn == 48);
    CHECK(model.experts->dense_layers == 1);
    CHECK(model.experts->groups == 4);
    CHECK(model.experts->groups_per_token == 2);
    CHECK(model.latent_attention->query_rank == 24);
    CHECK(model.latent_attention->key_value_rank == 16);
    CHECK(model.latent_attention->nope_dim == 8);
    CHECK(model.latent_attention->rope_dim == 4);
    CHECK(model.latent_attention->value_dim == 12);
    CHECK(model.extra_prediction_layers == 1);
    // A shared expert is as wide as a routed one unless it is said.
    CHECK(read("model: m\nlayers: 2\nhidden: 64\nffn: 256\nheads: 4\nvocab: 9\n"
               "experts: {count: 4, top_k: 1, ffn: 32, shared: 1}\n")
              .experts->shared_ffn == 32);
}

TEST_CASE("shapes that no model has: the whole message") {
    const std::vector<std::string> sound = {"model: m", "layers: 2", "hidden: 64",
                                            "ffn: 256", "heads: 4",  "vocab: 100"};
    struct Row {
        std::size_t line;
        std::string replacement, at, what, hint;
    };
    const std::string about_experts = "experts: {count: 8, top_k: 2, ffn: 32, ";
    const std::vector<Row> table = {
        {2, "layers: 0", "0", "layers: must not be 0", "at least 1"},
        {2, "layers: 100001", "100001", "layers: '100001' is too large", "at most 100000"},
        {5, "heads: 5", "5", "5 heads do not divide a hidden size of 64",
         "give head_dim if a head's width is another"},
        {7, "kv_heads: 3", "3", "3 key and value heads do not divide 4 heads", ""},
        {7, "gated_mlp: 1", "1", "'gated_mlp' must be true or false, not '1'", ""},
        {7, "experts: {count: 8, top_k: 9, ffn: 32}", "9", "a token cannot go to 9 of 8 experts", ""},
        {7, about_experts + "groups: 3}", "3}", "8 experts cannot be dealt out to 3 groups", ""},
        {7, about_experts + "groups: 4, groups_per_token: 5}", "5}", "a token cannot go to 5 of 4 groups",
         ""},
        {7, "experts: {count: 8, ffn: 32}", "experts", "the key 'top_k' is missing in experts",
         "top_k: routed experts that a token goes to"},
        {7, "latent_attention: {key_value_rank: 8, nope_dim: 8, rope_dim: 4}", "latent",
         "the key 'value_dim' is missing in latent_attention", "value_dim: width of a value head"},
        {7, "hiden: 64", "hiden", "unknown key 'hiden' in the model", "did you mean 'hidden'?"},
    };
    for (const Row& row : table) {
        CAPTURE(row.replacement);
        auto lines = sound;
        if (row.line > lines.size()) lines.emplace_back();
        lines[row.line - 1] = row.replacement;
        std::string text;
        for (const auto& line : lines) text += line + "\n";
        const std::size_t column = row.replacement.find(row.at) + 1;
        const std::string place = std::to_string(row.line);
        CHECK(refusal(text) == "model.yaml:" + place + ":" + std::to_string(column) + ": error: " + row.what +
                                   "\n    " + place + " | " + row.replacement + "\n      | " +
                                   std::string(column - 1, ' ') + "^\n" +
                                   (row.hint.empty() ? "" : "  hint: " + row.hint + "\n"));
    }
}

TEST_CASE("a layout holds its model as a mapping, which may stand on a model file") {
    const std::string rest = "parallel: {dp: 8}\nbatch: {sequences: 64, length: 8192}\n";
    const Model whole = test::load_layout_text(
                            "layout: l\nmodel: {model: tiny, layers: 2, hidden: 64, ffn: 256, heads: 4, "
                            "vocab: 100}\n" +
                            rest)
                            .layout.model;
    CHECK(whole.name == "tiny");
    CHECK(whole.hidden == 64);
    const Model half =
        test::load_layout_text("layout: l\nmodel: {model: half, use: llama3-8b, layers: 16}\n" + rest)
            .layout.model;
    CHECK(half.name == "half");
    CHECK(half.layers == 16);
    CHECK(half.hidden == 4096);
    CHECK(half.mlp == MlpKind::gated);
}

TEST_CASE("a model file may stand on another, and mistakes are shown in the file that has them") {
    const test::TemporaryLibrary files;
    files.write("layouts/models/deep.yaml", "model: deep\nuse: llama3-8b\nlayers: 64\n");
    files.write("layouts/models/bad.yaml", "model: bad\nuse: llama3-8b\nheads: 40\n");
    files.write("layouts/on-bad.yaml",
                "layout: on-bad\nmodel: bad\nparallel: {dp: 8}\nbatch: {sequences: 60, length: 8192}\n");
    const Model deep = load_model(files.library(), "deep");
    CHECK(deep.layers == 64);
    CHECK(deep.hidden == 4096);
    std::string said;
    try {
        (void)load_layout(files.library(), "on-bad");
    } catch (const InputError& error) {
        said = files.without_root(error.what());
    }
    CHECK(said ==
          "layouts/models/bad.yaml:3:8: error: 40 heads do not divide a hidden size of 4096\n"
          "    3 | heads: 40\n"
          "      |        ^\n"
          "  hint: give head_dim if a head's width is another\n");
}

TEST_CASE("every shipped model loads under its own name") {
    const auto library = test::shipped_library();
    const auto names = library.names(input::Shelf::models);
    REQUIRE(names.size() >= 19);
    for (const auto& name : names) {
        CAPTURE(name);
        const Model model = load_model(library, name);
        CHECK(model.name == name);
        CHECK_FALSE(model.about.empty());
        CHECK(total_parameters(model) > 1e9);
        CHECK(active_parameters(model) <= total_parameters(model));
        if (!model.latent_attention) CHECK(model.heads * model.head_dim == model.hidden);
    }
}

}  // namespace
}  // namespace railyard
