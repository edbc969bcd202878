#pragma once
// A layout: how a model is cut over ranks, how the ranks are ordered and placed, and what one step does. The
// keys of a layout file, as values; defaults are those of the file format.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/precision.hpp"
#include "railyard/base/units.hpp"
#include "railyard/job/model.hpp"

namespace railyard {

// The dense dimensions cut all ranks; the expert ones cut the ranks of a pipeline stage a second time. In the
// order of `dimension_names`.
enum class Dimension { tp, cp, pp, dp, ep, etp, edp };
inline constexpr std::size_t dimension_count = 7;
inline constexpr std::array<std::string_view, dimension_count> dimension_names = {"tp", "cp",  "pp", "dp",
                                                                                  "ep", "etp", "edp"};
inline constexpr std::string_view name_of(Dimension d) {
    return dimension_names[static_cast<std::size_t>(d)];
}

struct Degrees {
    std::uint32_t tp = 1;
    std::uint32_t cp = 1;
    std::uint32_t pp = 1;
    std::uint32_t dp = 1;
    std::uint32_t ep = 1;
    std::uint32_t etp = 1;

    [[nodiscard]] std::uint32_t ranks() const { return tp * cp * pp * dp; }
    [[nodiscard]] std::uint32_t ranks_per_stage() const { return tp * cp * dp; }
    // Whole when etp x ep divides the ranks of a stage, which loading a layout checks.
    [[nodiscard]] std::uint32_t edp() const { return ranks_per_stage() / (etp * ep); }
    [[nodiscard]] std::uint32_t of(Dimension d) const;
    // Whether the ranks are cut by experts at all.
    [[nodiscard]] bool has_experts() const { return ep > 1 || etp > 1; }
};

// One entry of an order: a dimension, or a tile of it.
struct OrderItem {
    Dimension dimension = Dimension::tp;
    std::optional<std::uint32_t> tile;  // none: what the tiles leave
    bool operator==(const OrderItem&) const = default;
};

enum class Policy {
    aligned,  // blocks that fit a domain never straddle two
    packed    // every GPU is filled
};
inline constexpr std::array<std::string_view, 2> policy_names = {"aligned", "packed"};

struct PlacementRules {
    Policy policy = Policy::aligned;
    std::vector<OrderItem> keep = {{Dimension::tp, std::nullopt}};  // any dimension; tiles of dense ones
    std::uint32_t per_domain = 0;                                   // GPUs used of each domain; 0: all
};

enum class PipelineSchedule { gpipe, one_f_one_b, interleaved, zero_bubble, dualpipe };
inline constexpr std::array<std::string_view, 5> pipeline_schedule_names = {"gpipe", "1f1b", "interleaved",
                                                                            "zero-bubble", "dualpipe"};

// Whether the embedding and the head count as a layer each when layers are dealt out to stages.
enum class EndLayers { not_counted, counted };

struct Pipeline {
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    std::uint32_t chunks = 1;  // per stage: above 1 when interleaved, 2 for DualPipe's two directions
    EndLayers ends = EndLayers::not_counted;
    std::vector<std::uint32_t> layers;  // per stage; empty: dealt out evenly

    // How often a micro-batch passes each stage on its way forward.
    [[nodiscard]] std::uint32_t passes() const {
        return schedule == PipelineSchedule::interleaved ? chunks : 1;
    }
};

struct Batch {
    std::uint32_t sequences = 1;  // of the whole job in one step
    std::uint32_t micro = 1;      // sequences of one micro-batch
    std::uint32_t length = 2048;  // tokens of one sequence
};

enum class ShardingKind { none, zero_1, zero_2, zero_3 };
inline constexpr std::array<std::string_view, 4> sharding_names = {"none", "zero-1", "zero-2", "zero-3"};

struct Sharding {
    ShardingKind kind = ShardingKind::none;
    std::uint32_t over = 0;  // sharded inside groups of so many, replicated across; 0: over all
};

enum class Recompute { none, selective, full };
inline constexpr std::array<std::string_view, 3> recompute_names = {"none", "selective", "full"};

enum class Saves { all, lean };
inline constexpr std::array<std::string_view, 2> saves_names = {"all", "lean"};

// How attention is computed. Unfused kernels, as those of 2020 to 2022, write the matrix of scores to memory.
enum class Attention { flash, unfused };
inline constexpr std::array<std::string_view, 2> attention_names = {"flash", "unfused"};

enum class SequenceParallel { off, on };

// Whether the backward pass runs the experts' forward pass again.
enum class ExpertsRecomputed { no, yes };

// How tokens are dealt out to experts: evenly (forced, or what is too much dropped), or as the router says,
// where the fullest rank holds up the others.
enum class Routing { balanced, dropless, token_drop };
inline constexpr std::array<std::string_view, 3> routing_names = {"balanced", "dropless", "token-drop"};

// How the software of a run's time hides traffic behind the passes, in the order of `software_names`; what
// each name switches stands in estimate/software.hpp.
enum class Software { megatron_2021, megatron_2023, megatron_te, deepspeed, fsdp };
inline constexpr std::array<std::string_view, 5> software_names = {"megatron-2021", "megatron-2023",
                                                                   "megatron-te", "deepspeed", "fsdp"};

// Whether FLOPs count the products of attention that a causal mask throws away.
enum class AttentionCount { full, causal };
inline constexpr std::array<std::string_view, 2> attention_count_names = {"full", "causal"};

// What a paper or a log says of the same run.
struct Published {
    std::optional<FlopsPerSecond> per_gpu;
    AttentionCount attention_flops = AttentionCount::full;  // how `per_gpu` counts attention
    std::optional<Seconds> step;
    std::string gpu;  // that the run was on, by the name of its file; empty: not said
    std::string source;
};

struct Layout {
    std::string name;
    std::string about;
    Model model;
    Degrees degrees;
    std::vector<OrderItem> order;  // innermost first
    PlacementRules placement;
    Pipeline pipeline;
    Batch batch;
    Precision precision = Precision::bf16;
    Sharding sharding;
    Recompute recompute = Recompute::none;
    Saves saves = Saves::all;
    Attention attention = Attention::flash;
    SequenceParallel sequence_parallel = SequenceParallel::off;
    Software software = Software::megatron_te;
    Routing routing = Routing::balanced;
    double expert_imbalance = 0;  // tokens of the fullest expert rank over the mean; 0: as routing has it
    ExpertsRecomputed experts_recomputed = ExpertsRecomputed::no;
    std::optional<Published> published;

    // Micro-batches of one replica in a step; whole when dp x micro divides the sequences, which loading
    // checks.
    [[nodiscard]] std::uint32_t micro_batches() const {
        return static_cast<std::uint32_t>(batch.sequences / (std::uint64_t{degrees.dp} * batch.micro));
    }
};

}  // namespace railyard
