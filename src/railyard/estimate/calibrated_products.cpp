#include "railyard/estimate/calibrated_products.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace railyard {
namespace {

using C = StepConstant;

// eta: what runs reach of the best measured product. Blackwell has no dense bf16 rows: it is given the ratio
// of bf16 to fp8 that Hopper has.
double eta_bf16(Generation generation, const StepConstants& constants) {
    switch (generation) {
        case Generation::volta:
        case Generation::ampere:
            return constants[C::product_ampere];
        case Generation::hopper:
            return constants[C::product_hopper];
        case Generation::blackwell:
            return constants[C::product_blackwell_fp8] * constants[C::product_hopper] /
                   constants[C::product_hopper_fp8];
    }
    return 1;
}
double eta_fp8(Generation generation, const StepConstants& constants) {
    return generation == Generation::blackwell ? constants[C::product_blackwell_fp8]
                                               : constants[C::product_hopper_fp8];
}

// Tiles of cuBLAS kernels, and what a multiprocessor reaches with each of what it reaches with the largest:
// small ones reuse less of what they load.
struct Tile {
    double rows, columns, speed;
};
constexpr std::array tiles = {Tile{256, 128, 1.0}, Tile{128, 128, 0.93}, Tile{128, 64, 0.8},
                              Tile{64, 64, 0.65}};

}  // namespace

ProductRates::ProductRates(const CalibratedMachine& machine, const StepConstants& constants)
    : multiprocessors_(machine.gpu.multiprocessors),
      rate_(0),
      rate_bf16_(machine.gpu.best_bf16.raw() * eta_bf16(machine.gpu.generation, constants)),
      memory_(machine.memory.raw() * constants[C::memory_share]),
      own_{},
      bf16_{rate_bf16_, machine.gpu.half_depth, 2} {
    const bool fp8 = machine.precision == ProductPrecision::fp8;
    rate_ = fp8 ? machine.gpu.best_fp8.raw() * eta_fp8(machine.gpu.generation, constants) : rate_bf16_;
    own_ = fp8 ? Speed{rate_, 2 * machine.gpu.half_depth, 1} : bf16_;
}

double ProductRates::time(const Shape& shape, Output output, const Speed& speed) const {
    const auto [rows, columns, depth] = shape;
    double useful = 0;
    for (const Tile& tile : tiles) {
        const double waves =
            std::ceil(std::ceil(rows / tile.rows) * std::ceil(columns / tile.columns) / multiprocessors_);
        useful = std::max(
            useful, tile.speed * (rows * columns / (tile.rows * tile.columns)) / (waves * multiprocessors_));
    }
    const double written = output == Output::summed_gradients ? 8 : 2;
    const double moved = speed.operand_bytes * (rows * depth + depth * columns) + written * rows * columns;
    const double flops = 2 * rows * columns * depth;
    return std::max(flops / (speed.rate * useful * depth / (depth + speed.half_depth)), moved / memory_);
}

double ProductRates::seconds(const Shape& shape, Output output) const {
    return time(shape, output, own_);
}
double ProductRates::seconds_bf16(const Shape& shape, Output output) const {
    return time(shape, output, bf16_);
}
double ProductRates::backward(const Shape& shape, Output weights) const {
    return seconds({shape.rows, shape.depth, shape.columns}) +
           seconds({shape.depth, shape.columns, shape.rows}, weights);
}
double ProductRates::backward_bf16(const Shape& shape, Output weights) const {
    return seconds_bf16({shape.rows, shape.depth, shape.columns}) +
           seconds_bf16({shape.depth, shape.columns, shape.rows}, weights);
}

}  // namespace railyard
