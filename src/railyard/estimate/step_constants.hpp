#pragma once
// The constants of the calibrated model that are fitted on runs: few, global, each with a meaning. Everything
// else it uses is measured by itself (matrix products, memory, collectives) or given (given_values.hpp).

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "railyard/estimate/given_values.hpp"

namespace railyard {

enum class StepConstant : std::size_t {
    product_ampere,
    product_hopper,
    product_hopper_fp8,
    product_blackwell_fp8,
    flash_ported,
    flash_native,
    flash_half_length,
    memory_share,
    score_passes,
    tp_overlap,
    tensor_share,
    gradient_exposed,
    fsdp_exposed,
    deepspeed_speed,
    zero3_share,
    layer_seconds,
    step_seconds,
    expert_product,
    expert_exchange,
    expert_passes,
    drop_passes,
    expert_seconds,
    dropless_imbalance,
    latent_attention,
};
inline constexpr std::size_t step_constant_count = 24;
inline constexpr auto first_expert_constant = static_cast<std::size_t>(StepConstant::expert_product);

struct StepConstantRow {
    std::string_view name;
    double start;  // the first guess, made before any fit
    double least;  // what it can mean
    double most;
    std::string_view about;
    // Of a file that was written before the constant was there; none: every file has it.
    std::optional<double> unsaid = std::nullopt;
};

// In the order of StepConstant.
extern const std::array<StepConstantRow, step_constant_count> step_constant_rows;

std::optional<StepConstant> step_constant_named(std::string_view name);

struct StepConstants {
    std::array<double, step_constant_count> values{};
    GivenValues given{};  // beside them: no fit moves these
    // What a fit draws each to: the first guesses, or the values of the calibration that it started from.
    std::array<double, step_constant_count> homes{};

    [[nodiscard]] double operator[](StepConstant c) const { return values[static_cast<std::size_t>(c)]; }
    [[nodiscard]] double operator[](Given g) const { return given[g]; }
    // No fit moved it.
    [[nodiscard]] bool is_at_home(std::size_t constant) const { return values[constant] == homes[constant]; }
    // The same values, each drawn to where it is.
    [[nodiscard]] StepConstants at_home() const {
        StepConstants constants = *this;
        constants.homes = values;
        return constants;
    }
    [[nodiscard]] static StepConstants start();
};

}  // namespace railyard
