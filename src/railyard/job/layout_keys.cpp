#include "railyard/job/layout_keys.hpp"

#include "railyard/job/layout.hpp"
#include "railyard/job/model_keys.hpp"

namespace railyard {
namespace {

using input::Key;
using input::Section;
using input::Shape;
constexpr auto required = input::Presence::required;
constexpr auto optional = input::Presence::optional;

constexpr Shape text[] = {Shape::text};
constexpr Shape texts[] = {Shape::texts};
constexpr Shape text_or_texts[] = {Shape::texts, Shape::text};
constexpr Shape whole[] = {Shape::whole};
constexpr Shape number[] = {Shape::number};
constexpr Shape wholes[] = {Shape::wholes};
constexpr Shape boolean[] = {Shape::boolean};
constexpr Shape choice[] = {Shape::choice};
constexpr Shape section[] = {Shape::section};
constexpr Shape compute_rate[] = {Shape::compute_rate, Shape::number};
constexpr Shape duration[] = {Shape::duration, Shape::number};
constexpr Shape model_shapes[] = {Shape::text, Shape::section};
constexpr Shape sharding_shapes[] = {Shape::choice, Shape::section};

constexpr Key parallel_keys[] = {
    {"tp", optional, whole, "tensor parallel degree (default: 1)"},
    {"cp", optional, whole, "context parallel degree (default: 1)"},
    {"pp", optional, whole, "pipeline parallel degree (default: 1)"},
    {"dp", optional, whole, "data parallel degree (default: 1)"},
    {"ep", optional, whole, "expert parallel degree; cuts the ranks of a stage a second time (default: 1)"},
    {"etp", optional, whole, "tensor parallel degree inside an expert (default: 1)"},
};
constexpr Section parallel_section{"parallel", parallel_keys};
constexpr Key placement_keys[] = {
    {"policy", optional, choice, "aligned (default: a block never straddles two domains) or packed", nullptr,
     policy_names},
    {"keep", optional, text_or_texts, "dimensions or tiles that a block holds whole (default: [tp])"},
    {"per_domain", optional, whole, "GPUs used of each domain, the rest are spares (default: all)"},
};
constexpr Section placement_section{"placement", placement_keys};
constexpr Key pipeline_keys[] = {
    {"schedule", optional, choice, "gpipe, 1f1b (default), interleaved, zero-bubble or dualpipe", nullptr,
     pipeline_schedule_names},
    {"chunks", optional, whole, "chunks of layers on each stage (default: 1)"},
    {"count_embedding_and_head", optional, boolean, "each takes the place of a layer (default: false)"},
    {"layers", optional, wholes, "layers of each stage, such as [7, 8, 8, 7]"},
};
constexpr Section pipeline_section{"pipeline", pipeline_keys};
constexpr Key batch_keys[] = {
    {"sequences", required, whole, "sequences of the whole job in one step"},
    {"micro", optional, whole, "sequences of one micro-batch (default: 1)"},
    {"length", required, whole, "tokens of a sequence"},
};
constexpr Section batch_section{"batch", batch_keys};
constexpr Key sharding_keys[] = {
    {"kind", required, choice, "none, zero-1, zero-2 or zero-3", nullptr, sharding_names},
    {"over", optional, whole, "sharded inside groups of so many ranks, replicated across (default: all)"},
};
constexpr Section sharding_section{"sharding", sharding_keys};
constexpr Key published_keys[] = {
    {"tflops_per_gpu", optional, compute_rate, "what a source says of the run, such as 430"},
    {"attention_flops", optional, choice,
     "what those TFLOP/s count of attention: full (default), or causal without what the mask throws away; the "
     "reference model reads them in full",
     nullptr, attention_count_names},
    {"step_seconds", optional, duration, "time of a step by the same source, such as 19.9"},
    {"gpu", optional, text, "GPU of that run, such as h100; on others its figures are not compared"},
    {"source", required, text, "authors, year, table and row"},
};
constexpr Section published_section{"published", published_keys};
constexpr Key layout_keys[] = {
    {"layout", required, text, "name of the layout, that of its file"},
    {"use", optional, text, "a layout file to start from; keys given here replace its own"},
    {"about", optional, text, "one line for people"},
    {"model", required, model_shapes, "a shipped model, a mapping, or a path to a Hugging Face config.json",
     &model_file_keys},
    {"parallel", required, section, "the degrees; their product tp x cp x pp x dp is the number of ranks",
     &parallel_section},
    {"order", optional, texts,
     "dimensions and tiles, innermost first (default: [tp, cp, dp, pp], Megatron-LM's)"},
    {"placement", optional, section, "how blocks of ranks go to domains", &placement_section},
    {"pipeline", optional, section, "the pipeline's schedule and its layers", &pipeline_section},
    {"batch", required, section, "what one step does", &batch_section},
    {"precision", optional, choice, "of matrix products: fp32, fp16, bf16 (default), fp8, fp4", nullptr,
     precision_names},
    {"sharding", optional, sharding_shapes,
     "none (default), zero-1, zero-2 or zero-3; in a file also {kind: zero-3, over: 64}", &sharding_section,
     sharding_names},
    {"recompute", optional, choice, "none (default), selective or full", nullptr, recompute_names},
    {"saves", optional, choice, "what a layer keeps for the backward pass: all (default) or lean", nullptr,
     saves_names},
    {"attention", optional, choice, "flash (default), or unfused: the matrix of scores is kept", nullptr,
     attention_names},
    {"sequence_parallel", optional, boolean, "norms and residuals split over tp (default: false)"},
    {"recompute_experts", optional, boolean, "experts run again in the backward pass (default: false)"},
    {"routing", optional, choice, "of tokens to experts: balanced (default), dropless or token-drop", nullptr,
     routing_names},
    {"expert_imbalance", optional, number,
     "tokens of the fullest expert rank over the mean, such as 1.2 (default: 1; dropless: the "
     "calibration's)"},
    {"software", optional, choice,
     "what hides traffic: megatron-2021, megatron-2023, megatron-te (default), deepspeed or fsdp", nullptr,
     software_names},
    {"published", optional, section, "what a source says of this run", &published_section},
};

}  // namespace

const Section layout_file_keys{"the layout file", layout_keys};

}  // namespace railyard
