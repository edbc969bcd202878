#pragma once
// How many bytes the hops of each dimension carry in one training step. Activations travel as two bytes a
// value (bf16); what each term counts stands beside it in volumes.cpp. Sources: Narayanan et al. 2021 (tensor
// and pipeline parallelism), Korthikanti et al. 2022 (sequence parallelism moves the same bytes), Rajbhandari
// et al. 2020 (ZeRO).

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/job/update_traffic.hpp"

namespace railyard {

inline constexpr double bytes_per_value = 2;

// Whose gradients and parameters a rank has.
enum class StagesOfARank : std::uint8_t { own, own_and_opposite };

// What of a step's traffic depends on the model that times it: the reference model's by default, the
// calibrated model's by estimate/calibrated_volumes.hpp.
struct Volumes {
    UpdateTraffic update;
    StagesOfARank held = StagesOfARank::own;
    // Of one layer and micro-batch: gathers and scatters of keys and values; dispatches and combines of
    // tokens; and in a layer of experts so much of the collectives of tp, 0 to 1.
    double context_passes = 2;
    double exchanges = 4;
    double tensor_of_experts = 1;
    double extra_layers = 0;  // that the last stage runs beside those that it holds
    // Of the bytes that tokens have for experts in other domains, what crosses the network: relayed, a token
    // may go once to each domain and is copied there. What NVLink relays on the way is no hop and not
    // counted.
    double crossing = 1;

    // Of what a hop over the network stands for, the share that crosses it.
    [[nodiscard]] double crossing_of(Dimension dimension) const {
        return dimension == Dimension::ep ? crossing : 1;
    }
};
Volumes reference_volumes(const Layout& layout);

// One activation tensor at the boundary of a layer: 2 x micro x (length / cp) x hidden bytes.
Bytes layer_activation(const Layout& layout);

// Parameters of one rank of a stage, as counts: what tp shards, and the routed experts, which etp and ep
// shard.
double dense_parameters_per_rank(const Layout& layout, const StageLayers& stage);
double expert_parameters_per_rank(const Layout& layout, const StageLayers& stage);

// All-reduces of one layer and micro-batch over tp: 2 forward, 2 backward, and 2 more where full
// recomputation runs the forward again.
std::uint32_t tensor_all_reduces(const Layout& layout);

// Bytes that one directed hop of a group of `dimension` carries in a step, by stage; for pp: between a stage
// and the next one, both directions together. Zero where the dimension has one member.
std::vector<Bytes> bytes_per_hop(const Layout& layout, const Volumes& volumes, Dimension dimension);

// The same of one stage, in the reference model.
Bytes bytes_per_hop(const Layout& layout, const StageLayers& stage, Dimension dimension);

// Bytes between the last stage and the first, both directions together; zero without interleaving.
Bytes bytes_per_wrap(const Layout& layout);

}  // namespace railyard
