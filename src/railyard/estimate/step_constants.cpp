#include "railyard/estimate/step_constants.hpp"

#include <algorithm>

namespace railyard {

const std::array<StepConstantRow, step_constant_count> step_constant_rows = {{
    {"product_ampere", 0.80, 0.4, 1.1, "of the best measured bf16 product, Ampere and older"},
    {"product_hopper", 0.70, 0.4, 1.1, "of the best measured bf16 product, Hopper"},
    {"product_hopper_fp8", 0.70, 0.4, 1.1, "of the best measured fp8 product, Hopper"},
    {"product_blackwell_fp8", 0.70, 0.3, 1.1, "of the best measured fp8 product, Blackwell"},
    {"flash_ported", 0.42, 0.2, 1.0,
     "of the best measured bf16 product, attention of a long sequence, kernels not written for the GPU"},
    {"flash_native", 0.60, 0.2, 1.0, "the same, kernels written for the GPU"},
    {"flash_half_length", 400, 10, 8000, "tokens of a sequence at which attention reaches half of that"},
    {"memory_share", 0.75, 0.3, 1.0, "of the memory's peak bandwidth"},
    {"score_passes", 10, 2, 40, "times unfused attention moves its scores through memory, both passes"},
    {"tp_overlap", 0.5, 0.01, 0.95, "share of tensor-parallel traffic behind products"},
    {"tensor_share", 1, 0.3, 1.2,
     "of a collective's time alone that one of tensor parallelism takes in a step, Hopper and Blackwell", 1},
    {"gradient_exposed", 0.2, 0.01, 1.0, "share of overlapped gradient traffic that still shows"},
    {"fsdp_exposed", 0.2, 0.01, 1.0, "share of overlapped FSDP traffic that still shows"},
    {"deepspeed_speed", 0.85, 0.4, 1.2, "of Megatron's at the same configuration"},
    {"zero3_share", 0.8, 0.1, 1.2, "of one NIC a domain, all that DeepSpeed's ZeRO-3 of 2021 drives"},
    {"layer_seconds", 100e-6, 1e-6, 1e-3,
     "of a layer's forward pass outside its big kernels; twice backward"},
    {"step_seconds", 20e-3, 1e-4, 0.2, "of a step outside everything"},
    {"expert_product", 0.7, 0.2, 1.2, "of what a dense product of the shape reaches, grouped products"},
    {"expert_exchange", 1.0, 0.1, 5, "of an all-to-all's time that a dispatch or a combine shows"},
    {"expert_passes", 6, 0.5, 60, "times routed tokens move through memory in one pass"},
    {"drop_passes", 20, 1, 200, "the same where tokens are dropped to a capacity"},
    {"expert_seconds", 100e-6, 1e-6, 3e-3,
     "to launch a local expert's forward pass, shown where its kernels are shorter; twice backward"},
    {"dropless_imbalance", 1.1, 1.0, 2.0, "tokens of the fullest rank over the mean, without balancing"},
    {"latent_attention", 0.8, 0.2, 1.5, "of what attention reaches otherwise, latent attention"},
}};

std::optional<StepConstant> step_constant_named(std::string_view name) {
    const auto found = std::find_if(step_constant_rows.begin(), step_constant_rows.end(),
                                    [&](const StepConstantRow& row) { return row.name == name; });
    if (found == step_constant_rows.end()) return std::nullopt;
    return static_cast<StepConstant>(found - step_constant_rows.begin());
}

StepConstants StepConstants::start() {
    StepConstants constants;
    for (std::size_t i = 0; i < step_constant_count; ++i) constants.values[i] = step_constant_rows[i].start;
    return constants.at_home();
}

}  // namespace railyard
