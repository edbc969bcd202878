#pragma once
// What a plan chooses from: every way to cut a model over so many GPUs, and every way to run each cut. How a
// cut is ordered and placed is arrangements.hpp.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard::search {

// Values that a plan may choose; an empty list: all that are possible. `base` gives everything that is not
// chosen: model, sequences, length, precision, software.
struct PlanSpace {
    Layout base;
    std::uint32_t gpus = 1;  // all of them are used: tp x cp x pp x dp
    std::vector<std::uint32_t> tp, cp, pp, dp, ep, etp;
    std::vector<std::uint32_t> micro;
    std::vector<std::uint32_t> chunks;
    std::vector<PipelineSchedule> schedules;
    std::vector<Recompute> recompute;
    std::vector<Saves> saves;
    std::vector<ShardingKind> sharding;
    std::vector<SequenceParallel> sequence_parallel;
};

// A cut, and the micro-batch it runs with: a row of the answer.
struct Cut {
    Degrees degrees;
    std::uint32_t micro = 1;
    bool operator==(const Cut& other) const;
};

// Whose product is the GPUs and which divide what they cut: tp the heads and the hidden size, cp the
// sequence in halves (Megatron-LM), pp at most the layers, dp the sequences, ep the experts, etp x ep the
// ranks of a stage; etp divides tp. Micro-batches divide the sequences of a replica.
std::vector<Cut> cuts_of(const PlanSpace& space);

// What the work of a layer depends on beside the cut.
struct Work {
    SequenceParallel sequence_parallel = SequenceParallel::off;
    Recompute recompute = Recompute::none;
    Saves saves = Saves::all;
    bool operator==(const Work&) const = default;
};
// Those that differ: no sequence parallelism without tp, one `saves` where everything is recomputed.
std::vector<Work> works_of(const PlanSpace& space, const Degrees& degrees);

// How the passes go through the stages.
struct Passage {
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    std::uint32_t chunks = 1;
    EndLayers ends = EndLayers::not_counted;
    bool operator==(const Passage&) const = default;
};
// Those whose rules are kept: interleaved with chunks that divide the layers and micro-batches that the
// stages divide, DualPipe with even stages and micro-batches, two for each stage at least. Embedding and head
// count as layers where that deals them out differently.
std::vector<Passage> passages_of(const PlanSpace& space, const Cut& cut);

// Sharding: `none` alone where nothing replicates.
std::vector<ShardingKind> shardings_of(const PlanSpace& space, const Degrees& degrees);

// One way to run a cut.
struct Variant {
    Work work;
    Passage passage;
    ShardingKind sharding = ShardingKind::none;
    bool operator==(const Variant&) const = default;
};

// Sets what a cut and a variant choose.
void apply(const Cut& cut, Layout& layout);
void apply(const Work& work, Layout& layout);
void apply(const Passage& passage, Layout& layout);
void apply(const Variant& variant, Layout& layout);

std::vector<std::uint32_t> divisors(std::uint32_t number);

}  // namespace railyard::search
