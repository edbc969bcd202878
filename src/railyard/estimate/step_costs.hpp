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

// Traffic, of which software hides a part behind other work; these follow each other.
inline constexpr std::size_t hideable_count = 5;
inline constexpr std::size_t first_hideable = static_cast<std::size_t>(CostItem::tensor);
static_assert(static_cast<std::size_t>(CostItem::gradients) == first_hideable + hideable_count - 1);

// Seconds of each.
struct StepCosts {
    std::array<double, cost_item_count> seconds{};
    std::array<double, hideable_count> behind{};  // of traffic that runs behind other work: in no sum

    double& operator[](CostItem item) { return seconds[static_cast<std::size_t>(item)]; }
    double operator[](CostItem item) const { return seconds[static_cast<std::size_t>(item)]; }
    // Traffic that takes `all`, of which `shown` is waited for.
    void show(CostItem item, double all, double shown) {
        (*this)[item] += shown;
        behind.at(static_cast<std::size_t>(item) - first_hideable) += all - shown;
    }
    // `share` of that traffic, shown and hidden.
    void thin(CostItem item, double share) {
        (*this)[item] *= share;
        behind.at(static_cast<std::size_t>(item) - first_hideable) *= share;
    }
    [[nodiscard]] double hidden(CostItem item) const {
        const std::size_t i =
            static_cast<std::size_t>(item) - first_hideable;  // wraps around before the first
        return i < hideable_count ? behind[i] : 0;
    }
    [[nodiscard]] double sum() const {
        double total = 0;
        for (const double s : seconds) total += s;
        return total;
    }
    StepCosts& add(const StepCosts& other, double times = 1) {
        for (std::size_t i = 0; i < cost_item_count; ++i) seconds[i] += other.seconds[i] * times;
        for (std::size_t i = 0; i < hideable_count; ++i) behind[i] += other.behind[i] * times;
        return *this;
    }
    StepCosts& scale(double factor) {
        for (double& s : seconds) s *= factor;
        for (double& s : behind) s *= factor;
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
