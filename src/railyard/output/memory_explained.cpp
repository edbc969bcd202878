#include <fmt/format.h>

#include <algorithm>

#include "railyard/memory/parameters.hpp"
#include "railyard/memory/tensors.hpp"
#include "railyard/output/memory_report.hpp"

namespace railyard::output {
namespace {

using memory::Fate;
using memory::LayerKind;
using memory::StageMemory;
using memory::Tensor;
using memory::TensorList;

std::string size_cell(Bytes size) {
    return size.raw() == 0 ? "-" : human_binary(size);
}

// Stages whose rows read the same stand in one row: "1-14".
std::string stages(const memory::Memory& memory) {
    TextTable table({{"stage"},
                     {"layers"},
                     {"in flight"},
                     {"parameters"},
                     {"weights"},
                     {"gradients"},
                     {"optimizer"},
                     {"layers' activations"},
                     {"recomputing one"},
                     {"ends"},
                     {"logits"},
                     {"total"}});
    std::vector<std::string> open;
    std::size_t first = 0;
    const auto close = [&](std::size_t last) {
        if (open.empty()) return;
        auto row = open;
        row.insert(row.begin(), first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
        table.add(std::move(row));
    };
    for (std::size_t s = 0; s < memory.stages.size(); ++s) {
        const StageMemory& stage = memory.stages[s];
        const double parameters = stage.parameters.dense() + stage.parameters.experts();
        std::vector<std::string> row = {std::to_string(stage.layers),
                                        std::to_string(stage.in_flight),
                                        fmt::format("{:.3f}e9", parameters / 1e9),
                                        size_cell(stage.weights),
                                        size_cell(stage.gradients),
                                        size_cell(stage.optimizer),
                                        size_cell(stage.in_layers),
                                        size_cell(stage.recomputed),
                                        size_cell(stage.in_ends),
                                        size_cell(stage.logits),
                                        size_cell(stage.total())};
        if (row == open) continue;
        if (s > 0) close(s - 1);
        open = std::move(row);
        first = s;
    }
    close(memory.stages.size() - 1);
    return table.text();
}

std::string parameter_rows(const MemoryReport& report) {
    const StageMemory& worst = report.memory.worst();
    TextTable table({{"parameters of one rank", Align::left},
                     {"count"},
                     {"shared by"},
                     {"weight"},
                     {"gradient"},
                     {"optimizer", Align::right},
                     {"bytes each"}});
    for (std::size_t i = 0; i < memory::bucket_count; ++i) {
        const auto bucket = static_cast<memory::Bucket>(i);
        const double count = worst.parameters.of(bucket);
        if (count == 0) continue;
        const double shards = bucket == memory::Bucket::routed_experts ? memory::expert_shards(report.layout)
                                                                       : memory::dense_shards(report.layout);
        const auto each = memory::bytes_per_parameter(report.layout, shards);
        const bool sharded = report.layout.sharding.kind != ShardingKind::none;
        table.add({std::string(memory::bucket_names[i]), fmt::format("{:.4f}e9", count / 1e9),
                   sharded ? fmt::format("{:g}", shards) : "-", fmt::format("{:.3g}", each.weight),
                   fmt::format("{:.3g}", each.gradient), fmt::format("{:.3g}", each.optimizer),
                   fmt::format("{:.4g}", each.total())});
    }
    return table.text();
}

std::string fate_text(const Layout& layout, Fate fate) {
    if (memory::keeps(layout, fate)) return "kept";
    if (layout.recompute == Recompute::full) return "recomputed (full)";
    return fate == Fate::selective ? "recomputed (selective)" : "recomputed (lean)";
}

std::string tensor_rows(const Layout& layout, const std::string& title, const TensorList& tensors) {
    TextTable table({{title, Align::left},
                     {"values", Align::left},
                     {"over", Align::left},
                     {"bytes of one"},
                     {"bytes"},
                     {"", Align::left}});
    Bytes all;
    Bytes kept;
    for (const Tensor& tensor : tensors) {
        all += tensor.size();
        if (memory::keeps(layout, tensor.fate)) kept += tensor.size();
        table.add({std::string(tensor.name), std::string(tensor.values), std::string(tensor.over),
                   fmt::format("{:g}", tensor.width), human(tensor.size()), fate_text(layout, tensor.fate)});
    }
    table.add({"kept", "", "", "", human(kept), kept == all ? "all" : "of " + human(all)});
    return table.text();
}

bool any_dense(const memory::Memory& memory) {
    return std::any_of(memory.stages.begin(), memory.stages.end(),
                       [](const StageMemory& stage) { return stage.layers > stage.expert_layers; });
}

bool any_expert(const memory::Memory& memory) {
    return std::any_of(memory.stages.begin(), memory.stages.end(),
                       [](const StageMemory& stage) { return stage.expert_layers > 0; });
}

std::string letters(const Layout& layout) {
    const Model& model = layout.model;
    std::string text = fmt::format("s {}, S {}, b {}, h {}, a {}, g {}, d {}, f {}, t {}, V {}",
                                   layout.batch.length / layout.degrees.cp, layout.batch.length,
                                   layout.batch.micro, model.hidden, model.heads, model.kv_heads,
                                   model.head_dim, model.ffn, layout.degrees.tp, model.vocab);
    if (model.experts) {
        text += fmt::format("; experts: E {}, k {}, f {}", model.experts->count, model.experts->top_k,
                            model.experts->ffn);
        if (layout.expert_imbalance > 1) text += fmt::format(", i {:g}", layout.expert_imbalance);
    }
    return text + "\n";
}

}  // namespace

std::string memory_explained(const MemoryReport& report) {
    const Layout& layout = report.layout;
    std::string text = stages(report.memory) + "\n";
    text += fmt::format("stage {}, the worst:\n", report.memory.worst_stage);
    text += parameter_rows(report);
    if (report.memory.worst().gathered.raw() > 0)
        text += "weights gathered for one layer: " + human(report.memory.worst().gathered) + "\n";
    text += "\nTensors of one layer and one micro-batch on one rank: " + letters(layout) + "\n";
    const bool dense = any_dense(report.memory);
    const bool expert = any_expert(report.memory);
    if (dense)
        text += tensor_rows(layout, expert ? "layer without experts" : "layer",
                            layer_tensors(layout, LayerKind::dense)) +
                "\n";
    if (expert)
        text += tensor_rows(layout, "layer with experts", layer_tensors(layout, LayerKind::expert)) + "\n";
    if (layout.model.extra_prediction_layers > 0) {
        text += tensor_rows(layout, "extra prediction layer",
                            layer_tensors(layout, LayerKind::extra_prediction)) +
                "\n";
    }
    const TensorList embedding = memory::embedding_tensors(layout);
    if (embedding.size() > 0) text += tensor_rows(layout, "embedding", embedding) + "\n";
    return text + tensor_rows(layout, "head and loss", memory::head_tensors(layout));
}

}  // namespace railyard::output
