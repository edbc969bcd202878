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

}  // namespace
}  // namespace railyard
