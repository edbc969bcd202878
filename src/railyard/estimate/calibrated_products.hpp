#pragma once
// Matrix products: how long one takes by its shape, its precision and the tiles it falls into.

#include <array>

#include "railyard/estimate/calibrated_machine.hpp"

namespace railyard {

// Rates of a job's GPU under the constants.
class ProductRates {
  public:
    ProductRates(const CalibratedMachine& machine, const StepConstants& constants);

    enum class Output { activations, summed_gradients };  // 2 bytes written; or added to a sum
    struct Shape {
        double rows, columns, depth;
    };
    // Seconds of one product. 2 rows columns depth FLOPs at
    //   best x eta x tiles x depth / (depth + half_depth),
    // tiles: the share of the multiprocessors' time that full waves of the best tile leave useful; or the
    // time its operands take through memory, where that is longer.
    [[nodiscard]] double seconds(const Shape& shape, Output output = Output::activations) const;
    // The same in bf16 whatever the job's precision: heads.
    [[nodiscard]] double seconds_bf16(const Shape& shape, Output output = Output::activations) const;
    // Both products of a backward pass: for the input and for the weights, whose gradients the product itself
    // adds to their sums or not.
    [[nodiscard]] double backward(const Shape& shape, Output weights = Output::summed_gradients) const;
    [[nodiscard]] double backward_bf16(const Shape& shape, Output weights = Output::summed_gradients) const;

    // Where a product's seconds go: what its FLOPs take at the rate of large shapes, what partly filled tiles
    // and waves add, what a short inner dimension adds, and what memory adds where its operands take longer.
    struct Breakdown {
        double flops = 0, at_best = 0, tiles = 0, depth = 0, memory = 0;
        [[nodiscard]] double seconds() const { return at_best + tiles + depth + memory; }
        void add(const Breakdown& other, double times = 1);
    };
    enum class Width { own, bf16 };  // the job's precision, or 16 bits whatever it is
    [[nodiscard]] Breakdown breakdown(const Shape& shape, Output output, Width width) const;

    [[nodiscard]] double rate() const { return rate_; }            // FLOP/s, large shapes
    [[nodiscard]] double rate_bf16() const { return rate_bf16_; }  // the same in bf16
    [[nodiscard]] double memory() const { return memory_; }        // bytes/s

  private:
    struct Speed {
        double rate, half_depth, operand_bytes;
    };
    [[nodiscard]] double useful_tiles(const Shape& shape) const;
    [[nodiscard]] double operand_bytes(const Shape& shape, Output output, double bytes_each) const;
    [[nodiscard]] double time(const Shape& shape, Output output, const Speed& speed) const;
    double multiprocessors_, rate_, rate_bf16_, memory_;
    std::array<double, 4> tile_speeds_;
    double summed_bytes_;  // of a weight's gradient that a product adds to its sum
    Speed own_, bf16_;
};

}  // namespace railyard
