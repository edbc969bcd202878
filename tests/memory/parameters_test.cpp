#include "railyard/memory/parameters.hpp"

#include <doctest/doctest.h>

#include "railyard/job/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::memory {
namespace {

// 4 layers of which 3 have experts; sizes small enough to count by hand.
Layout small() {
    Layout layout;
    layout.model.layers = 4;
    layout.model.hidden = 16;
    layout.model.ffn = 64;
    layout.model.heads = layout.model.kv_heads = 4;
    layout.model.head_dim = 4;
    layout.model.vocab = 100;
    layout.model.positions = 32;
    layout.model.experts = Experts{8, 2, 24, 1, 24, 1, 0, 0};
    layout.degrees = {2, 1, 1, 8, 4, 1};
    return layout;
}

TEST_CASE("three buckets: over tp, on every rank, over etp x ep") {
    // NVIDIA/Megatron-LM#2439, #4050.
    const Layout layout = small();
    const Parameters p = parameters_per_rank(layout, {4, 3, 1, 1});
    // 4 attentions of 4 h^2, one MLP of 2 h f
    CHECK(p.of(Bucket::matrices) == (4 * 4 * 16 * 16 + 2 * 16 * 64) / 2.0);
    CHECK(p.of(Bucket::embedding) == 100 * 16 / 2.0);
    CHECK(p.of(Bucket::head) == 100 * 16 / 2.0);
    CHECK(p.of(Bucket::positions) == 32 * 16);
    CHECK(p.of(Bucket::shared_experts) == 3 * 2 * 16 * 24 / 2.0);
    CHECK(p.of(Bucket::router) == 3 * 8 * 16);
    CHECK(p.of(Bucket::norms) == (2 * 4 + 1) * 16);
    CHECK(p.of(Bucket::routed_experts) == 3 * 8 * 2 * 16 * 24 / (1 * 4.0));
    CHECK(p.of(Bucket::extra_prediction) == 0);
    Layout cut = layout;
    cut.degrees.etp = 2;
    CHECK(parameters_per_rank(cut, {4, 3, 1, 1}).experts() == 3 * 8 * 2 * 16 * 24 / (2 * 4.0));
}

TEST_CASE("the optimizer of experts is shared by edp, all else by dp x cp") {
    Layout layout = small();
    layout.degrees.cp = 3;
    CHECK(dense_shards(layout) == 24);
    CHECK(expert_shards(layout) == 2 * 3 * 8 / 4);  // tp cp dp / (etp ep)
    layout.sharding = {ShardingKind::zero_1, 12};   // two replicas of the shards
    CHECK(dense_shards(layout) == 12);
    CHECK(expert_shards(layout) == 6);
    layout.sharding.over = 1;
    CHECK(expert_shards(layout) == 1);
}

TEST_CASE("bytes of a parameter, Rajbhandari et al. 2020") {
    struct Row {
        const char* name;
        ShardingKind kind;
        double weight, gradient, optimizer;
    };
    const Row rows[] = {{"none: 18", ShardingKind::none, 2, 4, 12},
                        {"zero-1: 6 + 12/d", ShardingKind::zero_1, 2, 4, 12 / 8.0},
                        {"zero-2: 2 + 16/d", ShardingKind::zero_2, 2, 4 / 8.0, 12 / 8.0},
                        {"zero-3: 18/d", ShardingKind::zero_3, 2 / 8.0, 4 / 8.0, 12 / 8.0}};
    for (const Row& row : rows) {
        SUBCASE(row.name) {
            Layout layout;
            layout.sharding.kind = row.kind;
            const ParameterBytes each = bytes_per_parameter(layout, 8);
            CHECK(each.weight == row.weight);
            CHECK(each.gradient == row.gradient);
            CHECK(each.optimizer == row.optimizer);
        }
    }
    Layout single;
    single.precision = Precision::fp32;
    CHECK(bytes_per_parameter(single, 1).total() == 16);  // no copy in another precision
}

TEST_CASE("a shared embedding") {
    Layout layout = small();
    layout.model.embedding = EmbeddingKind::tied;
    const double matrix = 100 * 16 / 2.0;
    CHECK(parameters_per_rank(layout, {4, 3, 1, 1}).of(Bucket::head) == 0);       // one device: one matrix
    CHECK(parameters_per_rank(layout, {2, 2, 0, 1}).of(Bucket::head) == matrix);  // a copy on the last
}

TEST_CASE("multi-token prediction") {
    Layout layout = small();
    layout.model.extra_prediction_layers = 1;
    const Parameters p = parameters_per_rank(layout, {2, 2, 0, 1});
    // Attention 4 h^2, shared expert 2 h f, projection 2h x h and a copy of the embedding over tp; router
    // whole.
    CHECK(p.of(Bucket::extra_prediction) == (4 * 256 + 2 * 16 * 24 + 2 * 256 + 100 * 16) / 2.0 + 8 * 16);
    CHECK(p.experts() == (2 + 1) * 8 * 2 * 16 * 24 / 4.0);
    CHECK(p.of(Bucket::norms) == (2 * 2 + 1 + 5) * 16);
    CHECK(parameters_per_rank(layout, {2, 2, 0, 0}).of(Bucket::extra_prediction) == 0);
}

TEST_CASE("the parameters of all ranks are those of the model") {
    for (const char* name : {"llama3-405b-8k", "megatron-39.1b", "deepseek-v3"}) {
        CAPTURE(std::string(name));
        auto layout = load_layout(test::shipped_library(), name).layout;
        layout.model.extra_prediction_layers = 0;
        double total = 0;
        for (const StageLayers& stage : stage_layers(layout)) {
            const Parameters p = parameters_per_rank(layout, stage);
            const double replicated = p.of(Bucket::norms) + p.of(Bucket::positions) + p.of(Bucket::router);
            total += (p.dense() - replicated) * layout.degrees.tp + p.of(Bucket::router) +
                     p.experts() * layout.degrees.etp * layout.degrees.ep;
        }
        // A shared embedding has its copy on the last stage.
        if (layout.model.embedding == EmbeddingKind::tied) total -= embedding_parameters(layout.model);
        CHECK(total == doctest::Approx(total_parameters(layout.model)).epsilon(1e-12));
    }
}

TEST_CASE("what zero-3 gathers") {
    const Layout layout = small();
    const double attention = 4 * 256 / 2.0;
    CHECK(largest_gathered(layout, {1, 0, 0, 0}) == attention + 2 * 16 * 64 / 2.0);
    CHECK(largest_gathered(layout, {1, 1, 0, 0}) ==
          attention + 2 * 16 * 24 / 2.0 + 8 * 16 + 8 * 2 * 16 * 24 / 4.0);
    Layout wide = layout;
    wide.model.vocab = 100000;
    CHECK(largest_gathered(wide, {1, 0, 1, 0}) == 100000 * 16 / 2.0);
}

}  // namespace
}  // namespace railyard::memory
