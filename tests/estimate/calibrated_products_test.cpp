#include "railyard/estimate/calibrated_products.hpp"

#include <doctest/doctest.h>

#include "railyard/estimate/load_constants.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

CalibratedMachine h100() {
    const auto calibration = load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
    CalibratedMachine machine;
    for (const GpuFacts& facts : calibration.gpus)
        if (facts.gpu == "h100") machine.gpu = facts;
    machine.memory = gigabytes_per_second(3350);
    return machine;
}

double teraflops(const ProductRates& rates, double rows, double columns, double depth) {
    return 2 * rows * columns * depth / rates.seconds({rows, columns, depth}) / 1e12;
}

TEST_CASE("products of an H100 by depth and by rows follow the measured scans") {
    // Hardware facts, 6.2: 4096 x 4096 x K and M x 4096 x 4096 in bf16. As in the measurements, eta is 1.
    StepConstants constants = StepConstants::start();
    constants.values[static_cast<std::size_t>(StepConstant::product_hopper)] = 1;
    const ProductRates rates(h100(), constants);
    CHECK(teraflops(rates, 4096, 4096, 512) == Approx(552).epsilon(0.15));
    CHECK(teraflops(rates, 4096, 4096, 2048) == Approx(736).epsilon(0.1));
    CHECK(teraflops(rates, 512, 4096, 4096) == Approx(662).epsilon(0.15));
    CHECK(teraflops(rates, 256, 4096, 4096) == Approx(418).epsilon(0.3));
}

TEST_CASE("a product of few rows waits for memory") {
    const ProductRates rates(h100(), StepConstants::start());
    // One token: the matrix comes from memory once.
    CHECK(rates.seconds({1, 16384, 16384}) >= 2.0 * 16384 * 16384 / rates.memory());
}

TEST_CASE("a product of one small tile takes as much longer as that tile is slower") {
    StepConstants constants = StepConstants::start();
    const ProductRates::Shape shape{64, 64, 65536};
    const double before = ProductRates(h100(), constants).seconds(shape);
    // Larger tiles would be half and a quarter full, at 0.8 and 0.93 of the speed.
    constants.given[Given::tile_64x64] = 0.5;
    CHECK(ProductRates(h100(), constants).seconds(shape) == Approx(before * 0.65 / 0.5));
    constants.given[Given::tile_64x64] = 0.3;
    CHECK(ProductRates(h100(), constants).seconds(shape) == Approx(before * 0.65 / 0.4));
}

TEST_CASE("larger is never faster") {
    const ProductRates rates(h100(), StepConstants::start());
    for (double rows = 64; rows < 100000; rows += 1000)
        CHECK(rates.seconds({rows + 1000, 4096, 4096}) >= rates.seconds({rows, 4096, 4096}) * 0.9);
}

}  // namespace
}  // namespace railyard
