#pragma once
// The pieces that a step of the calibrated model is made of.

#include <array>
#include <cstddef>
#include <string_view>

#include "railyard/estimate/step_times.hpp"

namespace railyard {

enum class CostItem : std::size_t {
    products,
    attention,
    elementwise,
    launches,
    head,
    expert_products,
    expert_moves,
    optimizer,
    fixed,
    tensor,
    context,
    exchange,
    sends,
    gradients,
    bubble,
};
inline constexpr std::size_t cost_item_count = 15;
inline constexpr std::array<std::string_view, cost_item_count> cost_item_names = {
    "matrix products",
    "attention",
    "elementwise work",
    "small kernels and launches",
    "embedding, head and loss",
    "experts' products",
    "moving routed tokens in memory",
    "optimizer",
    "outside everything",
    "tensor-parallel collectives",
    "context-parallel collectives",
    "expert exchanges",
    "sends between stages",
    "gradients and parameters",
    "bubble"};

// Seconds of each.
struct StepCosts {
    std::array<double, cost_item_count> seconds{};

    double& operator[](CostItem item) { return seconds[static_cast<std::size_t>(item)]; }
    double operator[](CostItem item) const { return seconds[static_cast<std::size_t>(item)]; }
    [[nodiscard]] double sum() const {
        double total = 0;
        for (const double s : seconds) total += s;
        return total;
    }
    StepCosts& add(const StepCosts& other, double times = 1) {
        for (std::size_t i = 0; i < cost_item_count; ++i) seconds[i] += other.seconds[i] * times;
        return *this;
    }
    StepCosts& scale(double factor) {
        for (double& s : seconds) s *= factor;
        return *this;
    }
};

// By the parts that every model has.
inline StepTimes step_times(const StepCosts& costs) {
    StepTimes times;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(CostItem::fixed); ++i)
        times.compute += seconds(costs.seconds[i]);
    times.tp = seconds(costs[CostItem::tensor]);
    times.cp = seconds(costs[CostItem::context]);
    times.ep = seconds(costs[CostItem::exchange]);
    times.pp = seconds(costs[CostItem::sends]);
    times.dp = seconds(costs[CostItem::gradients]);
    times.bubble = seconds(costs[CostItem::bubble]);
    return times;
}

}  // namespace railyard
