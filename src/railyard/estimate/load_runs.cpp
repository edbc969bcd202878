#include "railyard/estimate/load_runs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "railyard/estimate/load_measured.hpp"
#include "railyard/estimate/load_measured_step.hpp"
#include "railyard/estimate/load_run_details.hpp"
#include "railyard/estimate/run_keys.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/job/check_sizes.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace railyard {
namespace {

using input::Node;
using input::NodeKind;

// Thrown inside a row: this value is missing, so the row is skipped.
struct Missing {
    std::string what;
};

// Thrown inside a row: a value is wrong, and has been reported.
struct Wrong {};

// One run of a file.
class RunReader {
  public:
    RunReader(const input::Library& library, std::map<std::string, Topology>& topologies,
              input::Problems& problems)
        : library_(library), topologies_(topologies), problems_(problems) {}

    RunOrSkip read(const Node& row) {
        row_ = &row;
        const std::string id = text(row, "id");
        try {
            return run(id);
        } catch (const Missing& missing) {
            return SkippedRun{id, missing.what};
        } catch (const Wrong&) {
            return SkippedRun{id, "has a value that is wrong"};
        }
    }

  private:
    [[noreturn]] void wrong(const Node& value, const std::string& message, const std::string& hint) const {
        problems_.add(value.mark, message, hint);
        throw Wrong{};
    }
    static const Node* find(const Node& mapping, std::string_view key) {
        const auto* entry = mapping.find(key);
        return entry == nullptr || entry->value.kind == NodeKind::null ? nullptr : &entry->value;
    }
    // Without control characters: ids and sources are printed as they are.
    static std::string text(const Node& mapping, std::string_view key) {
        const Node* value = find(mapping, key);
        std::string found = value == nullptr ? "" : value->text;
        std::replace_if(
            found.begin(), found.end(),
            [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
        return found;
    }
    static std::string lower_text(const Node& mapping, std::string_view key) {
        std::string found = text(mapping, key);
        std::transform(found.begin(), found.end(), found.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return found;
    }
    const Node& section(std::string_view key) const {
        const Node* value = find(*row_, key);
        if (value == nullptr || value->kind != NodeKind::mapping)
            throw Missing{std::string(key) + " is missing"};
        return *value;
    }
    std::optional<std::uint32_t> maybe(const Node& mapping, std::string_view key,
                                       std::uint32_t least = 0) const {
        const Node* value = find(mapping, key);
        if (value == nullptr) return std::nullopt;
        const auto number = input::parse_whole(value->text, least, 1U << 30U);
        if (const auto* whole = std::get_if<std::uint32_t>(&number)) return *whole;
        wrong(*value, std::string(key) + " should be a whole number from " + std::to_string(least) + " on",
              least == 0         ? ""
              : key == "seq_len" ? "tokens, without a unit: seq_len: 8192"
                                 : std::string(key) + ": 8, or leave it out where it is not known");
    }
    std::uint32_t needed(const Node& mapping, std::string_view key) const {
        const auto number = maybe(mapping, key, 1);
        if (!number) throw Missing{std::string(key) + " is missing"};
        return *number;
    }
    std::uint32_t one_unless_said(const Node& mapping, std::string_view key) const {
        return maybe(mapping, key, 1).value_or(1);
    }

    PublishedRun run(const std::string& id) {
        const Node* source = find(*row_, "source");
        std::string title = source == nullptr                   ? ""
                            : source->kind == NodeKind::mapping ? text(*source, "title")
                                                                : source->text;
        const Topology& topology = machine();
        Layout layout;
        layout.name = id;
        layout.model = model();
        layout.degrees = degrees();
        layout.order = {{Dimension::tp, {}}, {Dimension::cp, {}}, {Dimension::dp, {}}, {Dimension::pp, {}}};
        layout.batch = {needed(*row_, "global_batch"), one_unless_said(*row_, "micro_batch"),
                        needed(section("model"), "seq_len")};
        layout.precision = precision();
        layout.recompute = recompute();
        layout.sharding.kind = sharding();
        read_details(id, layout);
        for (const SizeProblem& problem : check_sizes(layout)) {
            if (problem.severity == SizeSeverity::error) throw Missing{problem.message};
        }
        const auto step = measured_step(*row_, layout, topology, problems_);
        if (const auto* why = std::get_if<std::string>(&step)) throw Missing{*why};
        const auto& [as_printed, causal] = std::get<MeasuredStep>(step);
        return {id,
                title.empty() ? "unnamed" : std::move(title),
                std::move(layout),
                topology,
                as_printed,
                causal,
                quality(),
                maybe(section("model"), "vocab") ? "" : "vocab",
                place_of_measured(*row_)};
    }

    // The title of the source decides what a row does not say: the software's year.
    [[nodiscard]] bool source_has(std::string_view words) const {
        const Node* source = find(*row_, "source");
        if (source == nullptr) return false;
        const std::string title = source->kind == NodeKind::mapping ? text(*source, "title") : source->text;
        return title.find(words) != std::string::npos;
    }
    // Kernels of 2020 to 2022 wrote the scores to memory.
    [[nodiscard]] bool is_early() const {
        return source_has("2020") || source_has("2021") || source_has("2022");
    }
    [[nodiscard]] Software software() const {
        const std::string zero = text(*row_, "zero");
        if (zero.find("DeepSpeed") != std::string::npos) return Software::deepspeed;
        if (source_has("Llama 3")) return Software::megatron_2021;  // FSDP of its optimizer alone
        if (zero.find("FSDP") != std::string::npos) return Software::fsdp;
        if (source_has("2022, Reducing") || source_has("Nemotron-4")) return Software::megatron_2023;
        if (is_early() || source_has("MegaScale") || source_has("nanotron")) return Software::megatron_2021;
        return Software::megatron_te;
    }

    // What the reference model does not look at.
    void read_details(const std::string& id, Layout& layout) const {
        layout.attention = is_early() ? Attention::unfused : Attention::flash;
        layout.software = software();
        // Both reports train tp = 8 with sequence parallelism; their rows do not say so.
        if (text(*row_, "sequence_parallel") == "true" || source_has("Llama 3") || source_has("Nemotron-4"))
            layout.sequence_parallel = SequenceParallel::on;
        read_pipeline(layout);
        if (id.find("dropless") != std::string::npos) layout.routing = Routing::dropless;
        if (id.find("tokendrop") != std::string::npos) layout.routing = Routing::token_drop;
        if (text(*row_, "recompute").ends_with(" moe")) layout.experts_recomputed = ExpertsRecomputed::yes;
        const bool predicts_more = text(*row_, "flop_convention").find("includes MTP") != std::string::npos;
        if (predicts_more && layout.model.latent_attention) layout.model.extra_prediction_layers = 1;
        // A micro-batch that is not stated: large where no pipeline wants many.
        if (!maybe(*row_, "micro_batch") && layout.degrees.pp == 1) {
            const std::uint32_t each = layout.batch.sequences / layout.degrees.dp;
            layout.batch.micro = each % 4 == 0 ? 4 : each % 2 == 0 ? 2 : 1;
        }
    }
    void read_pipeline(Layout& layout) const {
        const Degrees& degrees = layout.degrees;
        if (degrees.pp == 1) return;
        std::uint32_t chunks = maybe(*row_, "vpp").value_or(1);
        // Llama 3 interleaves and does not say how finely: one layer a chunk.
        if (source_has("Llama 3")) chunks = (layout.model.layers + degrees.pp - 1) / degrees.pp;
        if (source_has("DeepSeek-V3 Technical Report")) {
            layout.pipeline.schedule = PipelineSchedule::dualpipe;
            layout.pipeline.chunks = 2;
            layout.model.extra_prediction_layers = 1;  // section 4.2 of the report
            return;
        }
        if (chunks > 1) {
            layout.pipeline.schedule = PipelineSchedule::interleaved;
            layout.pipeline.chunks = chunks;
        }
        if (layout.model.layers >= degrees.pp &&
            layout.model.layers % (degrees.pp * layout.pipeline.passes()) != 0)
            layout.pipeline.ends = EndLayers::counted;
    }
    [[nodiscard]] std::string quality() const {
        return text(*row_, "provenance") == "memory" ? std::string(run_from_memory) : text(*row_, "quality");
    }

    Degrees degrees() const {
        const Degrees degrees{needed(*row_, "tp"),          one_unless_said(*row_, "cp"),
                              needed(*row_, "pp"),          needed(*row_, "dp"),
                              one_unless_said(*row_, "ep"), one_unless_said(*row_, "etp")};
        std::uint64_t ranks = 1;
        for (const std::uint32_t degree : {degrees.tp, degrees.cp, degrees.pp, degrees.dp}) {
            ranks *= degree;
            if (ranks > most_ranks) throw Missing{"tp x cp x pp x dp are more ranks than can be placed"};
        }
        return degrees;
    }

    const Topology& machine() {
        const std::string gpu = text(*row_, "gpu");
        if (const GpuDomain* known = domain_of_gpu(gpu)) {
            const std::string name(known->domain);
            auto found = topologies_.find(name);
            if (found == topologies_.end()) {
                found =
                    topologies_.emplace(name, load_topology(library_, name, "/nonexistent").topology).first;
            }
            return found->second;
        }
        throw Missing{gpu.empty() ? "gpu is missing"
                                  : "no domain is known for the GPU '" + gpu.substr(0, 60) + "'"};
    }

    Model model() const {
        const Node& keys = section("model");
        Model model;
        model.name = text(keys, "name");
        model.layers = needed(keys, "layers");
        model.hidden = needed(keys, "hidden");
        model.ffn = needed(keys, "ffn_hidden");
        model.heads = needed(keys, "heads");
        model.kv_heads = std::max(1U, maybe(keys, "kv_heads").value_or(model.heads));
        model.head_dim = std::max(1U, maybe(keys, "head_dim").value_or(model.hidden / model.heads));
        model.vocab = maybe(keys, "vocab").value_or(51200);
        model.mlp = text(keys, "gated_mlp") == "true" ? MlpKind::gated : MlpKind::plain;
        // GPTs of these runs share embedding and head; those with gated MLPs do not.
        model.embedding = model.mlp == MlpKind::gated ? EmbeddingKind::separate : EmbeddingKind::tied;
        if (const auto experts = maybe(keys, "experts"); experts && *experts > 0) {
            Experts shape;
            shape.count = *experts;
            shape.top_k = needed(keys, "top_k");
            if (shape.top_k > shape.count) throw Missing{"top_k is more than there are experts"};
            shape.ffn = needed(keys, "moe_ffn_hidden");
            shape.shared = maybe(keys, "shared_experts").value_or(0);
            shape.shared_ffn = shape.ffn;
            model.experts = shape;
        }
        read_model_details(text(keys, "extra"), model);
        return model;
    }

    Precision precision() const {
        const std::string word = lower_text(*row_, "precision");
        if (word.find("fp4") != std::string::npos) return Precision::fp4;
        if (word.find("fp8") != std::string::npos) return Precision::fp8;
        return word.starts_with("fp16") ? Precision::fp16 : Precision::bf16;
    }
    Recompute recompute() const {
        const std::string word = text(*row_, "recompute");
        if (word.starts_with("full")) return Recompute::full;
        return word.starts_with("selective") ? Recompute::selective : Recompute::none;
    }
    // Only zero-3 moves other bytes than the rest.
    ShardingKind sharding() const {
        const std::string word = text(*row_, "zero");
        if (word.find("ZeRO-3") != std::string::npos) return ShardingKind::zero_3;
        if (word.find("ZeRO-2") != std::string::npos) return ShardingKind::zero_2;
        if (word.find("FSDP") != std::string::npos) return ShardingKind::zero_3;
        return word.starts_with("none") || word.starts_with("ZeRO-0") ? ShardingKind::none
                                                                      : ShardingKind::zero_1;
    }

    const input::Library& library_;
    std::map<std::string, Topology>& topologies_;
    input::Problems& problems_;
    const Node* row_ = nullptr;
};

}  // namespace

std::vector<RunOrSkip> load_runs(const input::Library& library, const std::string& path) {
    const input::Document document = load_measured(path, MeasuredFile::runs);
    input::Problems problems;
    if (document.root.kind != NodeKind::sequence) {
        problems.add(document.root.mark,
                     "a file of runs is a list, not " + std::string(describe(document.root)),
                     "each run starts with '- id: ...'");
        problems.throw_if_any();
    }
    if (document.root.items.empty()) {
        problems.add(document.root.mark, "there are no runs in the file", "each run starts with '- id: ...'");
        problems.throw_if_any();
    }
    std::map<std::string, Topology> topologies;
    std::vector<RunOrSkip> runs;
    std::map<std::string, std::uint32_t> lines_of;  // ids
    for (const Node& row : document.root.items) {
        const auto* id = row.find("id");
        if (row.kind != NodeKind::mapping || id == nullptr || id->value.text.empty()) {
            problems.add(row.mark.line > 0 ? row.mark : document.root.mark, "a run needs an 'id'",
                         "- id: my-run-1");
            continue;
        }
        const auto [first, is_new] = lines_of.emplace(id->value.text, id->value.mark.line);
        if (!is_new)
            problems.add(id->value.mark, "the run '" + id->value.text.substr(0, 60) + "' stands here twice",
                         "its first place is line " + std::to_string(first->second) +
                             "; a run measured twice needs two ids");
        check_run_keys(row, problems);
        runs.push_back(RunReader(library, topologies, problems).read(row));
    }
    problems.throw_if_any();
    return runs;
}

}  // namespace railyard
