#pragma once
// What the software of a run's time hides behind the passes: a few switches for each name.

#include "railyard/estimate/given_values.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

enum class TensorTraffic {
    shown,            // every collective is waited for
    backward_hidden,  // that of input gradients runs behind the weight gradients' products (Korthikanti
                      // et al. 2022, section 4.2.2)
    partly_hidden     // pipelined with the products, as in Transformer Engine: tp_overlap of it
};
enum class GradientTraffic {
    shown,          // after the last backward pass, all of it
    mostly_hidden,  // in buckets behind the backward pass: gradient_exposed of it shows
    per_layer       // FSDP: gathered and scattered layer by layer: fsdp_exposed of it shows
};
// Where the gradients of a micro-batch are added to those of the ones before.
enum class GradientSums {
    in_product,  // by the kernel of the weight gradient's product: Megatron-LM's gradient accumulation fusion
                 // of 2022, Transformer Engine's fuse_wgrad_accumulation
    apart,       // by a pass of its own over the parameters of a rank
    in_buffer    // FSDP: copied into the buffer that is reduced, and divided there by the members
};
enum class SendTraffic { shown, hidden_when_interleaved };
// Of parameters that are sharded layer by layer.
enum class Gathers {
    shown,      // waited for
    prefetched  // the next layer's behind this one, as DeepSpeed and FSDP do it: fsdp_exposed of them shows
};

struct SoftwareSwitches {
    TensorTraffic tensor = TensorTraffic::shown;
    GradientTraffic gradient = GradientTraffic::shown;
    SendTraffic sends = SendTraffic::shown;
    // Bytes of a gradient on its way in a bf16 run: Megatron-LM sums in fp32 (its --bf16 sets
    // accumulate-allreduce-grads-in-fp32), NeMo's recipes reduce in bf16. Two for fp16.
    double gradient_bytes = 2;
    GradientSums sums = GradientSums::in_product;
    // Kernels of Transformer Engine and cuDNN, and parameters gathered in fp8 where products are.
    bool fused_kernels = false;
    // A token goes once to each domain that has experts of it, as DeepEP sends it (2025; Megatron-Core's flex
    // dispatcher), and not once to each expert.
    bool once_to_a_domain = false;
    Gathers gathers = Gathers::prefetched;
};

constexpr SoftwareSwitches switches_of(Software software) {
    switch (software) {
        case Software::megatron_2021:
            return {TensorTraffic::shown,
                    GradientTraffic::shown,
                    SendTraffic::shown,
                    4,
                    GradientSums::apart,
                    false,
                    false,
                    Gathers::shown};
        case Software::megatron_2023:
            return {TensorTraffic::backward_hidden,
                    GradientTraffic::mostly_hidden,
                    SendTraffic::shown,
                    2,
                    GradientSums::in_product,
                    false};
        case Software::megatron_te:
            return {TensorTraffic::partly_hidden,
                    GradientTraffic::mostly_hidden,
                    SendTraffic::hidden_when_interleaved,
                    2,
                    GradientSums::in_product,
                    true,
                    true};
        case Software::deepspeed:
            return {TensorTraffic::shown, GradientTraffic::shown,
                    SendTraffic::shown,   2,
                    GradientSums::apart,  false};
        case Software::fsdp:
            return {TensorTraffic::shown,    GradientTraffic::per_layer,
                    SendTraffic::shown,      2,
                    GradientSums::in_buffer, false};
    }
    return {};
}

// Bytes of a parameter that summing a micro-batch's gradients moves through memory besides the product that
// makes them. Apart: gradient and sum read, sum written, the sum in fp32 (4 bytes) or for fp16 in two. In
// a buffer, as whenever parameters are sharded layer by layer: a copy and a division in place, two bytes
// read and written each.
inline double gradient_sum_bytes(const Layout& layout, const GivenValues& given) {
    const GradientSums sums = switches_of(layout.software).sums;
    if (sums == GradientSums::in_buffer || layout.sharding.kind == ShardingKind::zero_3)
        return given[Given::sum_in_buffer];
    if (sums == GradientSums::in_product) return 0;
    return given[layout.precision == Precision::fp16 ? Given::sum_apart_fp16 : Given::sum_apart];
}

}  // namespace railyard
