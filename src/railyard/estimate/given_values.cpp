#include "railyard/estimate/given_values.hpp"

#include <algorithm>

namespace railyard {

const std::array<GivenRow, given_count> given_rows = {{
    {"tile_128x128", 0.93, 0.05, 1, "share", "of a 256 x 128 tile's speed, tiles of products",
     "by hand, to scans over M and K of an A100 and an H100"},
    {"tile_128x64", 0.8, 0.05, 1, "share", "the same", "the same"},
    {"tile_64x64", 0.65, 0.05, 1, "share", "the same", "the same"},
    {"fp8_depth", 2, 0.5, 10, "times", "half_depth of the GPU, products in fp8",
     "by hand: the product itself takes half as long, its start and end do not"},
    {"summed_gradient", 8, 2, 16, "bytes", "that a product moves to add a weight's gradient to its sum",
     "counted: fp32 read and written"},
    {"sum_apart", 10, 2, 32, "bytes", "the same in a pass of its own, bf16",
     "counted: gradient and sum read, sum written, 2 + 4 + 4"},
    {"sum_apart_fp16", 6, 2, 32, "bytes", "the same, fp16", "counted: 2 + 2 + 2"},
    {"sum_in_buffer", 8, 2, 32, "bytes", "the same where gradients are copied to a buffer and divided there",
     "counted: 2 + 2 and 2 + 2"},
    {"optimizer", 36, 4, 100, "bytes", "of a parameter that one update reads and writes, Adam in fp32",
     "counted: gradient, weight and two moments, the norm's reading, the weight in two bytes"},
    {"logit_forward", 18, 2, 64, "bytes", "of a logit through memory, the loss in fp32",
     "counted: readings and writings of its kernels"},
    {"logit_backward", 10, 2, 64, "bytes", "the same backward", "the same"},
    {"embedding_forward", 4, 1, 20, "times", "an activation moves through memory in the embedding",
     "counted: readings and writings of its kernels"},
    {"embedding_backward", 6, 1, 20, "times", "the same backward", "the same"},
    {"layer_forward", 11, 1, 60, "times",
     "an activation moves through memory in norms, dropout, biases and residuals of a layer",
     "counted: 2 for each norm, 3.5 for each dropout with residual"},
    {"layer_backward", 13, 1, 60, "times", "the same backward", "counted"},
    {"norms_again", 4, 0, 20, "times", "the same of norms that selective recomputation runs again",
     "counted: 2 for each norm"},
    {"scores_forward", 0.45, 0.05, 0.95, "share", "of score_passes in the forward pass, the rest backward",
     "by hand"},
    {"flash_backward", 2.5, 1, 5, "times", "flash attention's forward pass, its backward pass",
     "Dao 2023: five products for two"},
    {"context_behind", 0.7, 0, 1, "share", "of attention's time that hides a ring of keys and values",
     "by hand"},
    {"exchange_multiprocessors", 20, 0, 100, "multiprocessors",
     "that dispatch and combine while DualPipe runs both directions", "arXiv:2412.19437, section 3.2.2"},
    {"copy_share", 0.8, 0.1, 1, "share", "of NVLink's rate in a peer-to-peer copy",
     "measured copies: 0.83 to 0.91"},
    {"send_start", 10, 0, 1000, "us", "to start a send between stages, beside the links' latency", "by hand"},
    {"network_start", 10, 0, 1000, "us", "more of it on the network", "by hand"},
    {"low_latency_send", 16384, 0, 1e9, "bytes",
     "to one peer that an all-to-all sends by the low-latency protocol at most", "NCCL_P2P_LL_THRESHOLD"},
}};

std::optional<Given> given_named(std::string_view name) {
    const auto* const found = std::find_if(given_rows.begin(), given_rows.end(),
                                           [&](const GivenRow& row) { return row.name == name; });
    if (found == given_rows.end()) return std::nullopt;
    return static_cast<Given>(found - given_rows.begin());
}

std::array<double, given_count> GivenValues::own() {
    std::array<double, given_count> values{};
    for (std::size_t i = 0; i < given_count; ++i) values[i] = given_rows[i].value;
    return values;
}

}  // namespace railyard
