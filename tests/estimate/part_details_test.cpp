#include "railyard/estimate/part_details.hpp"

#include <doctest/doctest.h>

#include "tests/support/jobs.hpp"

namespace railyard {
namespace {

// One GPU whose best product, 200 TFLOP/s, is reached in full by large shapes, with 100 multiprocessors, half
// of the rate at a depth of 1,024, and memory that nothing waits for.
CalibratedMachine machine() {
    CalibratedMachine one;
    one.gpu = {"a100-80gb", Generation::ampere, teraflops_per_second(200), {}, 100, 1024, ""};
    one.memory = gigabytes_per_second(1e6);
    return one;
}

// Models keep a reference to them.
const StepConstants& constants() {
    static const StepConstants all = [] {
        StepConstants made = StepConstants::start();
        made.values[static_cast<std::size_t>(StepConstant::product_ampere)] = 1;
        return made;
    }();
    return all;
}

TEST_CASE("a product's time is shared out to what takes it") {
    const CalibratedMachine gpu = machine();
    const ProductRates rates(gpu, constants());
    // 2,048 x 2,048: 8 x 16 tiles of 256 x 128 in two waves on 100 multiprocessors, 64 % of them in use; the
    // best, as 256 tiles of 128 x 128 take three waves, 0.93 x 256/300. 128/200 < 0.7936. 512 of 128 x 64
    // take six waves, 0.8 x 512/600 = 0.6827; 1,024 of 64 x 64 eleven, 0.65 x 1,024/1,100 = 0.605. Depth
    // 1,024: twice the time.
    const auto parts =
        rates.breakdown({2048, 2048, 1024}, ProductRates::Output::activations, ProductRates::Width::own);
    const double flops = 2.0 * 2048 * 2048 * 1024;
    const double best = flops / 200e12;
    const double useful = 0.93 * 256 / 300;
    CHECK(parts.flops == doctest::Approx(flops));
    CHECK(parts.at_best == doctest::Approx(best));
    CHECK(parts.tiles == doctest::Approx(best * (1 / useful - 1)));
    CHECK(parts.depth == doctest::Approx(best / useful));
    CHECK(parts.memory == 0);
}

TEST_CASE("the parts are the whole, also where memory takes longest") {
    CalibratedMachine gpu = machine();
    gpu.memory = gigabytes_per_second(100);
    const ProductRates rates(gpu, constants());
    for (const ProductRates::Shape shape :
         {ProductRates::Shape{1, 4096, 4096}, {300, 500, 700}, {8192, 8192, 8192}}) {
        for (const auto output :
             {ProductRates::Output::activations, ProductRates::Output::summed_gradients}) {
            const auto parts = rates.breakdown(shape, output, ProductRates::Width::own);
            CHECK(parts.seconds() == doctest::Approx(rates.seconds(shape, output)));
        }
    }
    CHECK(
        rates.breakdown({1, 4096, 4096}, ProductRates::Output::activations, ProductRates::Width::own).memory >
        0);
}

TEST_CASE("a layer's products are those of its pass times") {
    const CalibratedMachine gpu = machine();
    for (const char* recompute : {"none", "full"}) {
        const Layout layout = test::shipped_layout("megatron-1.7b", {{"recompute", recompute}});
        const LayerModel layers(layout, gpu, constants());
        CHECK(layers.products_of(CostItem::products).seconds() ==
              doctest::Approx(layers.dense_layer().both()[CostItem::products]));
    }
    const Layout layout = test::shipped_layout("deepseek-v3", {{"precision", "bf16"}, {"parallel.ep", "1"}});
    const LayerModel layers(layout, gpu, constants());
    const StepCosts both = layers.expert_layer().both();
    CHECK(layers.products_of(CostItem::products).seconds() == doctest::Approx(both[CostItem::products]));
    CHECK(layers.products_of(CostItem::expert_products).seconds() /
              constants()[StepConstant::expert_product] ==
          doctest::Approx(both[CostItem::expert_products]));
    CHECK(layers.products_of(CostItem::head).seconds() < layers.head().both()[CostItem::head]);
    CHECK_THROWS_AS(static_cast<void>(layers.products_of(CostItem::optimizer)), std::logic_error);
}

TEST_CASE("what products and attention reach is told beside their best") {
    const CalibratedMachine gpu = machine();
    const Layout layout = test::shipped_layout("megatron-1.7b", {{"attention", "flash"}});
    const LayerModel layers(layout, gpu, constants());
    const auto told = [&](CostItem item) { return part_detail(item, layers, layout, gpu, constants()); };
    CHECK(told(CostItem::products).rfind("that is 100 % of the 200 TFLOP/s measured at best; ", 0) == 0);
    CHECK(told(CostItem::products).find("TFLOP/s reached by this layer's shapes; of the time ") !=
          std::string::npos);
    CHECK(told(CostItem::products).find(" to short inner dimensions") != std::string::npos);
    CHECK(told(CostItem::head).find(" of the time, the rest is logits in fp32 through memory") !=
          std::string::npos);
    CHECK(told(CostItem::attention).find("reached, ") != std::string::npos);
    CHECK(told(CostItem::optimizer).empty());
    CHECK(told(CostItem::tensor).empty());  // tp 1
}

TEST_CASE("a share of a collective's time is told where it counts") {
    const Layout layout =
        test::shipped_layout("megatron-1.7b", {{"parallel.tp", "2"}, {"parallel.dp", "16"}});
    StepConstants shared = constants();
    shared.values[static_cast<std::size_t>(StepConstant::tensor_share)] = 0.71;
    const auto told = [&](Generation generation, const StepConstants& all) {
        CalibratedMachine gpu = machine();
        gpu.gpu.generation = generation;
        GroupClass& tp = gpu.groups[static_cast<std::size_t>(Dimension::tp)];
        tp.members = tp.most_in_domain = tp.fewest_in_domain = 2;
        tp.domains = 1;
        tp.inside = gigabytes_per_second(300);
        const LayerModel layers(layout, gpu, all);
        return part_detail(CostItem::tensor, layers, layout, gpu, all);
    };
    const std::string share = " reached alone; in a step it takes 71 % of that time";
    CHECK(told(Generation::hopper, shared).find(share) != std::string::npos);
    CHECK(told(Generation::ampere, shared).find("takes") == std::string::npos);
    CHECK(told(Generation::hopper, constants()).find("takes") == std::string::npos);
}

TEST_CASE("what hides traffic is what the software and the schedule do") {
    const auto behind = [](CostItem item, const test::Changes& changes) {
        return hidden_behind(item, test::shipped_layout("megatron-18.4b", changes));
    };
    CHECK(behind(CostItem::tensor, {{"software", "megatron-2023"}}) ==
          "behind the products of weight gradients, in the backward pass");
    CHECK(behind(CostItem::tensor, {{"software", "megatron-te"}}) ==
          "behind the products before and after it, in pieces");
    CHECK(behind(CostItem::gradients, {{"software", "megatron-te"}}) ==
          "behind the backward pass of the last micro-batch, in buckets");
    CHECK(behind(CostItem::gradients, {{"software", "fsdp"}, {"sharding", "zero-3"}}) ==
          "behind the passes of the layers before and after");
    CHECK(behind(CostItem::gradients, {{"software", "fsdp"}, {"sharding", "zero-1"}}) ==
          "behind the passes of the last micro-batch");
}

}  // namespace
}  // namespace railyard
