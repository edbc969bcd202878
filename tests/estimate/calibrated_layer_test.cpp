#include "railyard/estimate/calibrated_layer.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

using doctest::Approx;

CalibratedMachine machine() {
    CalibratedMachine one;
    one.gpu = {"a100-80gb", Generation::ampere, teraflops_per_second(271.2), {}, 108, 80, ""};
    one.memory = gigabytes_per_second(2039);
    return one;
}

PassCosts layer(const test::Changes& changes) {
    return LayerModel(test::shipped_layout("megatron-1.7b", changes), machine(), StepConstants::start())
        .dense_layer();
}

TEST_CASE("full recomputation runs the forward pass again") {
    const PassCosts without = layer({{"recompute", "none"}});
    const PassCosts with = layer({{"recompute", "full"}});
    CHECK(with.backward.sum() == Approx(without.backward.sum() + without.forward.sum()));
    CHECK(with.forward.sum() == Approx(without.forward.sum()));
}

TEST_CASE("attention that writes its scores takes longer") {
    CHECK(layer({{"attention", "unfused"}}).forward[CostItem::attention] >
          layer({{"attention", "flash"}}).forward[CostItem::attention]);
}

TEST_CASE("a backward pass multiplies twice as much") {
    const PassCosts costs = layer({{"recompute", "none"}});
    CHECK(costs.backward[CostItem::products] == Approx(2 * costs.forward[CostItem::products]).epsilon(0.1));
    CHECK(costs.forward[CostItem::tensor] == 0);
}

// Two all-reduces of S = 2 T h bytes a pass, T = b s and h = 2304; over two GPUs a ring sends S: 2 S / 300
// GB/s alone, and with a share of 0.7 that times 0.7 on Hopper and Blackwell. The embedding's takes its time
// in full.
TEST_CASE("tensor parallelism takes a share of its collectives' time on Hopper and Blackwell") {
    const Layout layout = test::shipped_layout("megatron-1.7b", {{"parallel.tp", "2"},
                                                                 {"parallel.dp", "16"},
                                                                 {"recompute", "none"},
                                                                 {"sequence_parallel", "false"},
                                                                 {"software", "megatron-2021"}});
    StepConstants constants = StepConstants::start();
    constants.values[static_cast<std::size_t>(StepConstant::tensor_share)] = 0.7;
    const double size = 2.0 * layout.batch.micro * layout.batch.length * 2304;
    const auto check = [&](Generation generation, double share) {
        CalibratedMachine one = machine();
        one.gpu.generation = generation;
        one.gpu.best_fp8 = teraflops_per_second(542.4);
        GroupClass& tp = one.groups[static_cast<std::size_t>(Dimension::tp)];
        tp.members = tp.most_in_domain = tp.fewest_in_domain = 2;
        tp.domains = 1;
        tp.inside = gigabytes_per_second(300);
        for (DomainCurve& curve : one.curves.domain) curve.large_share = 1;
        const LayerModel layers(layout, one, constants);
        const PassCosts costs = layers.dense_layer();
        CHECK(layers.tensor_share() == share);
        CHECK(costs.forward[CostItem::tensor] == Approx(share * 2 * size / 300e9));
        CHECK(costs.backward[CostItem::tensor] == Approx(share * 2 * size / 300e9));
        CHECK(layers.embedding().forward[CostItem::tensor] == Approx(size / 300e9));
    };
    check(Generation::hopper, 0.7);
    check(Generation::blackwell, 0.7);
    check(Generation::ampere, 1);
    check(Generation::volta, 1);
}

// 12 h^2 weights a layer, h = 2304, at three quarters of 2039 GB/s; what else is elementwise is the same.
TEST_CASE("gradients that no product adds up go through memory once more") {
    const auto elementwise = [](const std::string& software, const std::string& precision) {
        return layer({{"recompute", "none"}, {"software", software}, {"precision", precision}})
            .backward[CostItem::elementwise];
    };
    const double weights = 12.0 * 2304 * 2304 / (0.75 * 2039e9);
    const double fused = elementwise("megatron-te", "fp16");
    CHECK(elementwise("megatron-te", "bf16") == Approx(fused));
    CHECK(elementwise("megatron-2023", "fp16") == Approx(fused));
    CHECK(elementwise("megatron-2021", "fp16") - fused == Approx(6 * weights));
    CHECK(elementwise("megatron-2021", "bf16") - fused == Approx(10 * weights));
    CHECK(elementwise("deepspeed", "bf16") - fused == Approx(10 * weights));
    CHECK(elementwise("fsdp", "bf16") - fused == Approx(8 * weights));
}

TEST_CASE("given numbers that a file changes count") {
    const auto with = [](Given given, double value) {
        StepConstants constants = StepConstants::start();
        constants.given[given] = value;
        return constants;
    };
    const Layout layout = test::shipped_layout(
        "megatron-1.7b", {{"recompute", "none"}, {"attention", "flash"}, {"software", "megatron-2021"}});
    const auto costs = [&](const StepConstants& constants) {
        return LayerModel(layout, machine(), constants).dense_layer();
    };
    const PassCosts before = costs(StepConstants::start());
    // Flash attention's backward pass is so many forward passes.
    CHECK(costs(with(Given::flash_backward, 3)).backward[CostItem::attention] ==
          Approx(3 * before.forward[CostItem::attention]));
    // An activation, 2 T h bytes, three quarters of 2039 GB/s: ten passes more.
    const double activation = 2.0 * layout.batch.micro * layout.batch.length * 2304 / (0.75 * 2039e9);
    CHECK(costs(with(Given::layer_forward, 21)).forward[CostItem::elementwise] -
              before.forward[CostItem::elementwise] ==
          Approx(10 * activation));
    // fp16: 12 h^2 weights, six bytes more of each.
    CHECK(costs(with(Given::sum_apart_fp16, 12)).backward[CostItem::elementwise] -
              before.backward[CostItem::elementwise] ==
          Approx(6 * 12.0 * 2304 * 2304 / (0.75 * 2039e9)));
}

// One layer of DeepSeek-V3: 256 experts over ep ranks, so many tokens in a micro-batch.
PassCosts experts(std::uint32_t ep, std::uint32_t tokens, Routing routing, double seconds_to_launch) {
    Layout layout = test::shipped_layout("deepseek-v3");
    layout.degrees.ep = ep;
    layout.batch.length = tokens;
    layout.routing = routing;
    StepConstants constants = StepConstants::start();
    constants.values[static_cast<std::size_t>(StepConstant::expert_seconds)] = seconds_to_launch;
    constants.values[static_cast<std::size_t>(StepConstant::layer_seconds)] = 0;
    CalibratedMachine one = machine();
    one.groups[static_cast<std::size_t>(Dimension::ep)].members = 1;
    return LayerModel(layout, one, constants).expert_layer();
}

TEST_CASE("the fullest rank's tokens take their time in products, in memory and on the links") {
    StepConstants constants = StepConstants::start();
    constants.values[static_cast<std::size_t>(StepConstant::dropless_imbalance)] = 1.5;
    const auto parts = [&](Routing routing, double said = 0) {
        Layout layout = test::shipped_layout("deepseek-v3");
        layout.routing = routing;
        layout.expert_imbalance = said;
        // So many tokens that tiles are full and starts do not count.
        layout.batch.length = 1U << 24U;
        CalibratedMachine one = machine();
        GroupClass& ep = one.groups[static_cast<std::size_t>(Dimension::ep)];
        ep.members = 64;
        ep.domains = 8;
        ep.most_in_domain = ep.fewest_in_domain = 8;
        ep.inside = gigabytes_per_second(300);
        ep.network = ep.network_alone = gigabytes_per_second(25);
        for (DomainCurve& curve : one.curves.domain) curve.large_share = 0.8;
        return LayerModel(layout, one, constants).expert_layer().forward;
    };
    const StepCosts even = parts(Routing::balanced);
    const StepCosts uneven = parts(Routing::dropless);
    const StepCosts said = parts(Routing::balanced, 2);  // the layout's own key, whatever the routing
    const StepCosts over = parts(Routing::dropless, 2);
    for (const CostItem item : {CostItem::expert_products, CostItem::expert_moves, CostItem::exchange}) {
        CHECK(uneven[item] == Approx(1.5 * even[item]).epsilon(0.01));
        CHECK(said[item] == Approx(2 * even[item]).epsilon(0.01));
        CHECK(over[item] == said[item]);
    }
    CHECK(uneven[CostItem::products] == even[CostItem::products]);
    CHECK(uneven[CostItem::attention] == even[CostItem::attention]);
}

TEST_CASE("launching many local experts shows where their kernels are short") {
    // 32 experts a rank, 1 ms to launch each: with few tokens the host is what takes time.
    const PassCosts few = experts(8, 64, Routing::balanced, 1e-3);
    const auto busy = [](const StepCosts& pass) {
        return pass[CostItem::expert_products] + pass[CostItem::expert_moves];
    };
    CHECK(few.forward[CostItem::launches] + busy(few.forward) == Approx(32 * 1e-3));
    CHECK(few.backward[CostItem::launches] + busy(few.backward) == Approx(2 * 32 * 1e-3));
    // 65,536 tokens keep the GPU busy for longer than 100 us each, and 64 tokens for longer than 1 us.
    CHECK(experts(8, 65536, Routing::balanced, 100e-6).forward[CostItem::launches] == 0);
    CHECK(experts(8, 64, Routing::balanced, 1e-6).forward[CostItem::launches] == 0);
    CHECK(experts(8, 64, Routing::token_drop, 1e-3).forward[CostItem::launches] == 0);
}

}  // namespace
}  // namespace railyard
