#include "railyard/estimate/run_keys.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/base/suggest.hpp"
#include "railyard/estimate/gpu_board.hpp"

namespace railyard {
namespace {

using input::Node;
using input::NodeKind;
using Words = std::vector<std::string>;

const Words& run_keys() {
    static const Words keys = {"id", "source", "model", "gpu", "tp", "pp", "dp", "cp", "ep", "etp", "vpp",
                               "micro_batch", "global_batch", "precision", "recompute", "zero", "measured",
                               "derived", "quality", "provenance", "sequence_parallel", "flop_convention",
                               "on", "software", "attention", "schedule", "routing", "expert_imbalance",
                               "shard_over",
                               // Known, and no prediction needs them.
                               "gpus", "network", "notes", "num_microbatches", "extra"};
    return keys;
}
const Words& model_keys() {
    static const Words keys = {
        "name",     "layers",          "hidden",         "ffn_hidden",      "heads",
        "kv_heads", "head_dim",        "vocab",          "seq_len",         "gated_mlp",
        "experts",  "top_k",           "moe_ffn_hidden", "shared_experts",  "extra",
        "params_b", "active_params_b", "notes",          "tied_embeddings", "extra_prediction_layers"};
    return keys;
}
const Words& measured_keys() {
    static const Words keys = {"step_time_s",
                               "tokens_per_s_per_gpu",
                               "tflops_per_gpu",
                               "mfu",
                               "hfu",
                               "pct_peak",
                               "aggregate_pflops",
                               "tokens_per_batch",
                               "train_days_300B_tokens",
                               "flop_convention",
                               "notes"};
    return keys;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

void check_keys(const Node& mapping, std::string_view of, const Words& known, input::Problems& problems) {
    if (mapping.kind != NodeKind::mapping) return;
    for (const input::Entry& entry : mapping.entries) {
        if (std::find(known.begin(), known.end(), entry.key) == known.end())
            problems.add(entry.key_mark, std::string(of) + " has no key '" + entry.key + "'",
                         suggestion(entry.key, known));
    }
}

// Whether one of the words stands in the value of a key, as the reader of runs looks for them.
void check_word(const Node& row, std::string_view key, const Words& words, input::Problems& problems) {
    const input::Entry* entry = row.find(key);
    if (entry == nullptr || entry->value.kind == NodeKind::null) return;
    const std::string text = lower(entry->value.text);
    const bool known = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return text.find(lower(word)) != std::string::npos;
    });
    if (!known)
        problems.add(entry->value.mark,
                     "'" + text.substr(0, 60) + "' is no " + std::string(key) + " of a run",
                     suggestion(text, words));
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

// "H100-80GB-SXM" and "H100 (SXM)" are H100s, "H100x" is a slip. Other GPUs are the reader's to skip.
void check_gpu(const Node& row, input::Problems& problems) {
    const input::Entry* entry = row.find("gpu");
    if (entry == nullptr) return;
    const std::string gpu = upper(entry->value.text);
    for (const GpuDomain& known : domains_of_gpus) {
        if (!gpu.starts_with(known.gpu)) continue;
        const char next = gpu.size() > known.gpu.size() ? gpu[known.gpu.size()] : ' ';
        if (next != ' ' && next != '-' && next != '_')
            problems.add(entry->value.mark, "there is no GPU '" + entry->value.text.substr(0, 60) + "'",
                         "did you mean '" + std::string(known.gpu) + "'?");
        return;
    }
}

}  // namespace

const GpuDomain* domain_of_gpu(std::string_view gpu) {
    if (!card_of_gpu(gpu).empty()) return nullptr;
    const std::string name = upper(std::string(gpu));
    const auto* const found =
        std::find_if(domains_of_gpus.begin(), domains_of_gpus.end(), [&](const GpuDomain& known) {
            return name.starts_with(known.gpu) && name.find(known.memory) != std::string::npos;
        });
    return found == domains_of_gpus.end() ? nullptr : found;
}

std::string no_domain_for(std::string_view gpu) {
    if (gpu.empty()) return "gpu is missing (or 'on: a topology')";
    const std::string name(gpu.substr(0, 60));
    const std::string_view card = card_of_gpu(gpu);
    if (card.empty()) return "no domain is known for the GPU '" + name + "'; say 'on: a topology or domain'";
    return "'" + name + "' is a " + std::string(card) +
           " card, and the shipped domains are of SXM boards; say 'on: a topology or domain of your own'";
}

void check_run_keys(const Node& row, input::Problems& problems) {
    check_keys(row, "a run", run_keys(), problems);
    if (const auto* model = row.find("model"))
        check_keys(model->value, "the model of a run", model_keys(), problems);
    for (const std::string_view key : {"measured", "derived"}) {
        if (const auto* figures = row.find(key))
            check_keys(figures->value, "what was " + std::string(key), measured_keys(), problems);
    }
    check_gpu(row, problems);
    check_word(row, "zero",
               {"none", "ZeRO-0", "ZeRO-1", "ZeRO-2", "ZeRO-3", "FSDP", "DeepSpeed", "distributed optimizer"},
               problems);
    check_word(row, "precision", {"bf16", "fp16", "fp8", "fp4"}, problems);
    check_word(row, "recompute", {"none", "full", "selective"}, problems);
}

Diagnostic place_of_measured(const Node& row) {
    input::Mark mark = row.mark;
    for (const std::string_view key : {"derived", "measured"}) {
        const input::Entry* found = row.find(key);
        if (found == nullptr || found->value.kind != NodeKind::mapping || found->value.entries.empty())
            continue;
        mark = found->value.entries.front().value.mark;
    }
    return mark.source == nullptr ? Diagnostic{} : mark.source->problem(mark, "");
}

}  // namespace railyard
