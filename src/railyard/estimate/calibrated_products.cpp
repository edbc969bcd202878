#include "railyard/estimate/calibrated_products.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

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

// Tiles of cuBLAS kernels. Small ones reuse less of what they load: a multiprocessor is slower with them.
struct Tile {
    double rows, columns;
};
constexpr std::array tiles = {Tile{256, 128}, Tile{128, 128}, Tile{128, 64}, Tile{64, 64}};

// std::ceil of what is not negative and far below 2^63, without a call: a plan asks for it twelve times for
// each product of each candidate.
double whole(double count) {
    const auto below = static_cast<double>(static_cast<std::int64_t>(count));
    return below < count ? below + 1 : below;
}

}  // namespace

ProductRates::ProductRates(const CalibratedMachine& machine, const StepConstants& constants)
    : multiprocessors_(machine.gpu.multiprocessors),
      rate_(0),
      rate_bf16_(machine.gpu.best_bf16.raw() * eta_bf16(machine.gpu.generation, constants)),
      memory_(machine.memory.raw() * constants[C::memory_share]),
      tile_speeds_{1, constants[Given::tile_128x128], constants[Given::tile_128x64],
                   constants[Given::tile_64x64]},
      summed_bytes_(constants[Given::summed_gradient]),
      own_{},
      bf16_{rate_bf16_, machine.gpu.half_depth, 2} {
    const bool fp8 = machine.precision == ProductPrecision::fp8;
    rate_ = fp8 ? machine.gpu.best_fp8.raw() * eta_fp8(machine.gpu.generation, constants) : rate_bf16_;
    own_ = fp8 ? Speed{rate_, constants[Given::fp8_depth] * machine.gpu.half_depth, 1} : bf16_;
}

double ProductRates::useful_tiles(const Shape& shape) const {
    double useful = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Tile& tile = tiles[i];
        const double waves =
            whole(whole(shape.rows / tile.rows) * whole(shape.columns / tile.columns) / multiprocessors_);
        useful =
            std::max(useful, tile_speeds_[i] * (shape.rows * shape.columns / (tile.rows * tile.columns)) /
                                 (waves * multiprocessors_));
    }
    return useful;
}

double ProductRates::operand_bytes(const Shape& shape, Output output, double bytes_each) const {
    const double written = output == Output::summed_gradients ? summed_bytes_ : 2;
    return bytes_each * (shape.rows * shape.depth + shape.depth * shape.columns) +
           written * shape.rows * shape.columns;
}

double ProductRates::time(const Shape& shape, Output output, const Speed& speed) const {
    const double flops = 2 * shape.rows * shape.columns * shape.depth;
    const double rate = speed.rate * useful_tiles(shape) * shape.depth / (shape.depth + speed.half_depth);
    return std::max(flops / rate, operand_bytes(shape, output, speed.operand_bytes) / memory_);
}

void ProductRates::Breakdown::add(const Breakdown& other, double times) {
    flops += times * other.flops;
    at_best += times * other.at_best;
    tiles += times * other.tiles;
    depth += times * other.depth;
    memory += times * other.memory;
}

ProductRates::Breakdown ProductRates::breakdown(const Shape& shape, Output output, Width width) const {
    const Speed& speed = width == Width::own ? own_ : bf16_;
    Breakdown parts;
    parts.flops = 2 * shape.rows * shape.columns * shape.depth;
    parts.at_best = parts.flops / speed.rate;
    const double in_tiles = parts.at_best / useful_tiles(shape);
    parts.tiles = in_tiles - parts.at_best;
    parts.depth = in_tiles * speed.half_depth / shape.depth;  // (K + K0)/K - 1
    parts.memory =
        std::max(0.0, operand_bytes(shape, output, speed.operand_bytes) / memory_ - in_tiles - parts.depth);
    return parts;
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
