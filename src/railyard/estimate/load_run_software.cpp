#include "railyard/estimate/load_run_software.hpp"

#include <string>
#include <string_view>

namespace railyard {
namespace {

using input::Node;
using input::NodeKind;

// What a publication is known to have run with, by its title and the words of its ids.
class Title {
  public:
    Title(const RunRow& row, RunOrigin origin) : known_(origin == RunOrigin::published) {
        const Node* source = RunRow::find(row.node(), "source");
        if (source == nullptr) return;
        title_ = source->kind == NodeKind::mapping ? RunRow::text(*source, "title") : source->text;
    }

    [[nodiscard]] bool is_known() const { return known_; }
    [[nodiscard]] bool has(std::string_view words) const {
        return known_ && title_.find(words) != std::string::npos;
    }
    // Kernels of 2020 to 2022 wrote the scores to memory.
    [[nodiscard]] bool is_early() const { return has("2020") || has("2021") || has("2022"); }

  private:
    bool known_;
    std::string title_;
};

Software software_of(const RunRow& row, const Title& title) {
    const std::string zero = row.text("zero");
    if (zero.find("DeepSpeed") != std::string::npos) return Software::deepspeed;
    if (title.has("Llama 3")) return Software::megatron_2021;  // FSDP of its optimizer alone
    if (zero.find("FSDP") != std::string::npos) return Software::fsdp;
    if (title.has("2022, Reducing") || title.has("Nemotron-4")) return Software::megatron_2023;
    if (title.is_early() || title.has("MegaScale") || title.has("nanotron")) return Software::megatron_2021;
    return Software::megatron_te;
}

bool runs_sequence_parallel(const RunRow& row, const Title& title) {
    // Both reports train tp = 8 with sequence parallelism; their rows do not say so.
    if (title.has("Llama 3") || title.has("Nemotron-4")) return true;
    return row.maybe_flag(row.node(), "sequence_parallel").value_or(false);
}

Routing routing_of(const RunRow& row, const Title& title) {
    const std::string id = row.text("id");
    if (title.is_known() && id.find("dropless") != std::string::npos) return Routing::dropless;
    if (title.is_known() && id.find("tokendrop") != std::string::npos) return Routing::token_drop;
    return Routing::balanced;
}

void read_pipeline(const RunRow& row, const Title& title, Layout& layout) {
    const Degrees& degrees = layout.degrees;
    if (degrees.pp == 1) return;
    const auto schedule = row.choice<PipelineSchedule>("schedule", pipeline_schedule_names);
    const bool is_dual = title.has("DeepSeek-V3 Technical Report");
    if (schedule == PipelineSchedule::dualpipe || (!schedule && is_dual)) {
        layout.pipeline.schedule = PipelineSchedule::dualpipe;
        layout.pipeline.chunks = 2;
        return;
    }
    std::uint32_t chunks = row.maybe(row.node(), "vpp").value_or(1);
    // Llama 3 interleaves and does not say how finely: one layer a chunk.
    if (title.has("Llama 3")) chunks = (layout.model.layers + degrees.pp - 1) / degrees.pp;
    if (schedule) layout.pipeline.schedule = *schedule;
    if (chunks > 1) {
        if (schedule.value_or(PipelineSchedule::interleaved) != PipelineSchedule::interleaved)
            row.wrong(*RunRow::find(row.node(), "schedule"), "chunks (vpp) are of interleaving alone",
                      "schedule: interleaved, or leave out vpp");
        layout.pipeline.schedule = PipelineSchedule::interleaved;
        layout.pipeline.chunks = chunks;
    } else if (schedule == PipelineSchedule::interleaved) {
        row.wrong(*RunRow::find(row.node(), "schedule"), "interleaving needs chunks", "vpp: 2");
    }
    if (layout.model.layers >= degrees.pp &&
        layout.model.layers % (degrees.pp * layout.pipeline.passes()) != 0)
        layout.pipeline.ends = EndLayers::counted;
}

}  // namespace

RunOrigin run_origin(const RunRow& row) {
    if (RunRow::find(row.node(), "provenance") != nullptr) return RunOrigin::published;
    const Node* source = RunRow::find(row.node(), "source");
    const bool cited = source != nullptr && source->kind == NodeKind::mapping &&
                       (RunRow::find(*source, "where") != nullptr || RunRow::find(*source, "ref") != nullptr);
    return cited ? RunOrigin::published : RunOrigin::own;
}

void read_run_software(const RunRow& row, RunOrigin origin, Layout& layout) {
    const Title title(row, origin);
    const auto attention = row.choice<Attention>("attention", attention_names);
    layout.attention = attention.value_or(title.is_early() ? Attention::unfused : Attention::flash);
    const auto software = row.choice<Software>("software", software_names);
    layout.software = software ? *software : software_of(row, title);
    if (runs_sequence_parallel(row, title)) layout.sequence_parallel = SequenceParallel::on;
    read_pipeline(row, title, layout);
    const auto routing = row.choice<Routing>("routing", routing_names);
    layout.routing = routing ? *routing : routing_of(row, title);
    if (const auto imbalance = row.maybe_number("expert_imbalance", 1)) layout.expert_imbalance = *imbalance;
    if (row.text("recompute").ends_with(" moe")) layout.experts_recomputed = ExpertsRecomputed::yes;
    // Section 4.2 of its report.
    if (title.has("DeepSeek-V3 Technical Report") && layout.degrees.pp > 1)
        layout.model.extra_prediction_layers = 1;
    const bool predicts_more = row.text("flop_convention").find("includes MTP") != std::string::npos;
    if (predicts_more && layout.model.latent_attention) layout.model.extra_prediction_layers = 1;
    const auto extra = row.maybe(row.section("model"), "extra_prediction_layers");
    if (extra) layout.model.extra_prediction_layers = *extra;
}

}  // namespace railyard
