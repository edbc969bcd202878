#include "railyard/job/volumes.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"
#include "tests/support/string_makers.hpp"

namespace railyard {
namespace {

using test::shipped_layout;

// Sums of whole numbers of bytes, up to the rounding of a few factors such as 63/64.
doctest::Approx about(double value) {
    return doctest::Approx(value).epsilon(1e-12);
}

double per_hop(const Layout& layout, std::size_t stage, Dimension d) {
    return bytes_per_hop(layout, reference_volumes(layout), d)[stage].raw();
}

constexpr double llama_activation = 2.0 * 8192 * 16384;  // 268,435,456: micro 1, 2 bytes a value

TEST_CASE("an activation at the boundary of a layer: 2 bytes x micro x length / cp x hidden") {
    CHECK(layer_activation(shipped_layout("llama3-405b-8k")).raw() == llama_activation);
    // A sequence of 131,072 over cp = 16 is 8,192 tokens a rank again.
    CHECK(layer_activation(shipped_layout("llama3-405b-128k")).raw() == llama_activation);
    CHECK(layer_activation(shipped_layout("megatron-1.7b")).raw() == 2.0 * 16 * 2048 * 2304);
}

TEST_CASE("tp: four ring all-reduces a layer and micro-batch, six where the forward pass runs again") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    CHECK(tensor_all_reduces(llama) == 4);
    // 32 micro-batches; stage 0 holds 7 layers, stage 1 holds 8; a rank sends 2 x 7/8 of the tensor.
    CHECK(per_hop(llama, 0, Dimension::tp) == about(4 * 7 * 32 * 1.75 * llama_activation));
    CHECK(per_hop(llama, 1, Dimension::tp) == about(4 * 8 * 32 * 1.75 * llama_activation));
    const Layout megatron = shipped_layout("megatron-18.4b");
    CHECK(tensor_all_reduces(megatron) == 6);
    CHECK(per_hop(megatron, 0, Dimension::tp) == about(6 * 40 * 4 * 1.75 * 2 * 8 * 2048 * 6144));
    CHECK(tensor_all_reduces(shipped_layout("gpt3-175b-1024")) == 4);  // selective repeats no all-reduce
}

TEST_CASE("cp: keys and values gathered, their gradients scattered") {
    const Layout llama = shipped_layout("llama3-405b-128k");
    // 2 x 15/16 x 131,072 tokens x 2 x 8 heads x 128 x 2 bytes / tp 8; 8 layers, 16 micro-batches.
    const double per_layer = 2.0 * 15 / 16 * 131072 * 2 * 8 * 128 * 2 / 8;
    CHECK(per_hop(llama, 1, Dimension::cp) == about(per_layer * 8 * 16));
    // With one replica the gradients are reduced over cp, and there is no other ring to book them on: 128
    // sequences are 128 micro-batches then, 2 x 15/16 of 2 bytes a parameter.
    const Layout alone = shipped_layout("llama3-405b-128k", {{"parallel.dp", "1"}});
    const double h = 16384;
    const double parameters = 8 * (2 * h * h + 2 * h * 1024 + 3 * h * 53248) / 8;
    CHECK(per_hop(alone, 1, Dimension::cp) == about(per_layer * 8 * 128 + 2.0 * 15 / 16 * 2 * parameters));
    CHECK(per_hop(alone, 1, Dimension::dp) == 0);
}

TEST_CASE("pp: a 1/tp slice of the activation for every micro-batch and chunk, there and back") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    CHECK(per_hop(llama, 3, Dimension::pp) == about(2.0 * 32 * 8 * llama_activation / 8));
    // Seven of the eight passes go round from the last stage to the first.
    CHECK(bytes_per_wrap(llama).raw() == about(2.0 * 32 * 7 * llama_activation / 8));
    const Layout plain =
        shipped_layout("llama3-405b-8k", {{"pipeline.schedule", "1f1b"}, {"pipeline.chunks", "1"}});
    CHECK(per_hop(plain, 3, Dimension::pp) == about(2.0 * 32 * llama_activation / 8));
    CHECK(bytes_per_wrap(plain).raw() == 0);
    CHECK(bytes_per_wrap(shipped_layout("megatron-18.4b")).raw() == 0);  // one stage
}

TEST_CASE("DualPipe's two directions share the micro-batches: a boundary sees each of them once") {
    const Layout v3 = shipped_layout("deepseek-v3");
    // 15,360 sequences over 128 replicas are 120 micro-batches.
    CHECK(per_hop(v3, 3, Dimension::pp) == about(2.0 * 120 * 2 * 4096 * 7168));
    CHECK(bytes_per_wrap(v3).raw() == 0);
}

// Dense parameters of a rank of a middle stage of Llama 3 405B: 8 layers over tp 8.
double llama_stage() {
    const double h = 16384;
    return 8 * (2 * h * h + 2 * h * 1024 + 3 * h * 53248) / 8;
}

TEST_CASE("dp: gradients reduced and parameters gathered, the same bytes with and without sharding them") {
    for (const char* sharding : {"none", "zero-1", "zero-2"}) {
        const Layout llama = shipped_layout("llama3-405b-8k", {{"sharding", sharding}});
        CHECK(dense_parameters_per_rank(llama, stage_layers(llama)[1]) == llama_stage());
        CHECK(per_hop(llama, 1, Dimension::dp) == about(2.0 * 63 / 64 * 2 * llama_stage()));
    }
    // The replicas of 16 parts of a sequence reduce together: n = 8 x 16.
    const Layout long_one = shipped_layout("llama3-405b-128k");
    CHECK(per_hop(long_one, 1, Dimension::dp) == about(2.0 * 127 / 128 * 2 * llama_stage()));
}

TEST_CASE("zero-3 gathers parameters twice in every micro-batch and scatters gradients once") {
    const Layout all = shipped_layout("llama3-405b-8k", {{"sharding", "zero-3"}});
    CHECK(per_hop(all, 1, Dimension::dp) == about((2 * 32 + 1) * 63.0 / 64 * 2 * llama_stage()));
    // Inside groups of 8, then the shards of an eighth are reduced over the 8 groups.
    const Layout hybrid = test::shipped_layout("llama3-405b-8k", {{"sharding", "zero-3"}});
    Layout over = hybrid;
    over.sharding.over = 8;
    CHECK(per_hop(over, 1, Dimension::dp) ==
          about((2 * 32 + 1) * 7.0 / 8 * 2 * llama_stage() + 2.0 * 7 / 8 * 2 * llama_stage() / 8));
    over.sharding.over = 64;
    CHECK(per_hop(over, 1, Dimension::dp) == about(per_hop(all, 1, Dimension::dp)));
}

TEST_CASE("the ends hold the embedding and the head, and a shared one twice if they are apart") {
    const Layout llama = shipped_layout("llama3-405b-8k");
    const auto stages = stage_layers(llama);
    const double h = 16384;
    const double layer = llama_stage() / 8;
    CHECK(dense_parameters_per_rank(llama, stages.front()) == about(7 * layer + 128256 * h / 8));
    CHECK(dense_parameters_per_rank(llama, stages.back()) == about(7 * layer + 128256 * h / 8));
    const Layout one_stage = shipped_layout("megatron-1.7b");
    CHECK(dense_parameters_per_rank(one_stage, stage_layers(one_stage)[0]) ==
          about(12.0 * 24 * 2304 * 2304 + 51200.0 * 2304));
    const Layout many = shipped_layout("megatron-1008b");
    CHECK(dense_parameters_per_rank(many, stage_layers(many).back()) ==
          about((2 * 12.0 * 25600 * 25600 + 51200.0 * 25600) / 8));
}

TEST_CASE("ep: four exchanges a layer and micro-batch, an equal share to each of ep members") {
    const Layout v3 = shipped_layout("deepseek-v3");
    // 4 x 4,096 tokens x 8 experts x 7,168 x 2 bytes / 64 for one pair; a stage of 4 layers, the first of
    // them 3 dense ones and 1 with experts; 120 micro-batches.
    const double per_layer = 4.0 * 4096 * 8 * 7168 * 2 / 64;
    CHECK(per_hop(v3, 1, Dimension::ep) == about(per_layer * 4 * 120));
    CHECK(per_hop(v3, 0, Dimension::ep) == about(per_layer * 1 * 120));
    // A rank has 1/(cp tp) of the tokens.
    const Layout cut = shipped_layout("deepseek-v3", {{"parallel.tp", "2"}, {"parallel.cp", "4"}});
    CHECK(per_hop(cut, 1, Dimension::ep) == about(per_layer / 8 * 4 * 120));
}

TEST_CASE("a model without experts exchanges nothing") {
    const Layout llama = shipped_layout("llama3-405b-8k", {{"parallel.ep", "8"}});
    CHECK(per_hop(llama, 1, Dimension::ep) == 0);
    CHECK(per_hop(llama, 1, Dimension::edp) == 0);
}

TEST_CASE("etp: the tokens of all members gathered before the experts and scattered after them") {
    const Layout v3 = shipped_layout("deepseek-v3", {{"parallel.etp", "2"}, {"parallel.ep", "32"}});
    // Ring: a member sends 1/2 of the 2 members' 4,096 x 8 rows, four times.
    CHECK(per_hop(v3, 1, Dimension::etp) == about(4.0 * 4096 * 8 * 7168 * 2 * 4 * 120));
}

TEST_CASE("edp: the gradients of a rank's experts") {
    const Layout v3 = shipped_layout("deepseek-v3");
    const double experts = 4.0 * 256 / 64 * 3 * 7168 * 2048;  // stage 1 holds 4 layers, a rank 4 of the 256
    CHECK(expert_parameters_per_rank(v3, stage_layers(v3)[1]) == experts);
    CHECK(per_hop(v3, 1, Dimension::edp) == about(2.0 * 1 / 2 * 2 * experts));  // 128 / 64 = 2 replicas
}

TEST_CASE("experts have fewer replicas than a shard group asks for: they shard over those there are") {
    Layout v3 = shipped_layout("deepseek-v3", {{"sharding", "zero-3"}});
    const double experts = 4.0 * 256 / 64 * 3 * 7168 * 2048;
    const double all = (2 * 120 + 1) * 1.0 / 2 * 2 * experts;
    CHECK(per_hop(v3, 1, Dimension::edp) == about(all));
    v3.sharding.over = 64;  // of 128 dense replicas; the experts have 2
    CHECK(per_hop(v3, 1, Dimension::edp) == about(all));
}

TEST_CASE("a dimension of one member has no hops to carry anything") {
    const Layout one = shipped_layout("megatron-1.7b", {{"parallel.dp", "1"}});
    for (std::size_t d = 0; d < dimension_count; ++d) {
        CHECK(per_hop(one, 0, static_cast<Dimension>(d)) == 0);
    }
}

}  // namespace
}  // namespace railyard
