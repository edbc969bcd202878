#include "railyard/job/load.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "railyard/input/mapping.hpp"
#include "railyard/input/override.hpp"
#include "railyard/job/check_sizes.hpp"
#include "railyard/job/hugging_face.hpp"
#include "railyard/job/layout_keys.hpp"
#include "railyard/job/load_model.hpp"
#include "railyard/job/order.hpp"

namespace railyard {
namespace {

using input::Mapping;
using input::Node;
using input::NodeKind;
using input::Problems;

// The items of a list of words, or the one word.
std::vector<const Node*> words_of(const Node& value) {
    std::vector<const Node*> words;
    if (value.kind == NodeKind::scalar) words.push_back(&value);
    for (const Node& item : value.items) words.push_back(&item);
    return words;
}

// The items of an order or of `keep`; nothing if one of them is no dimension.
std::optional<std::vector<OrderItem>> read_items(const Mapping& keys, std::string_view key) {
    if (!keys.texts(key)) return std::nullopt;
    std::vector<OrderItem> items;
    for (const Node* word : words_of(*keys.node(key))) {
        const auto item = parse_order_item(word->text);
        if (const auto* problem = std::get_if<OrderProblem>(&item)) {
            keys.problems().add(word->mark, problem->message, problem->hint);
            return std::nullopt;
        }
        items.push_back(std::get<OrderItem>(item));
    }
    return items;
}

Degrees read_degrees(const Mapping& keys) {
    Degrees degrees;
    constexpr auto most = static_cast<std::uint32_t>(most_ranks);
    degrees.tp = keys.whole("tp", 1, most).value_or(1);
    degrees.cp = keys.whole("cp", 1, most).value_or(1);
    degrees.pp = keys.whole("pp", 1, most).value_or(1);
    degrees.dp = keys.whole("dp", 1, most).value_or(1);
    degrees.ep = keys.whole("ep", 1, most).value_or(1);
    degrees.etp = keys.whole("etp", 1, most).value_or(1);
    std::uint64_t ranks = 1;
    for (const auto& [key, degree] : {std::pair{"tp", degrees.tp}, std::pair{"cp", degrees.cp},
                                      std::pair{"pp", degrees.pp}, std::pair{"dp", degrees.dp}}) {
        ranks *= degree;
        if (ranks > most_ranks) {
            keys.problem(key, "tp x cp x pp x dp is over " + std::to_string(most_ranks) + " ranks",
                         "is a degree a slip of the keyboard?");
            return {};
        }
    }
    if (std::uint64_t{degrees.etp} * degrees.ep > most_ranks) {
        keys.problem("ep", "etp x ep is over " + std::to_string(most_ranks) + " ranks");
        return {};
    }
    return degrees;
}

Pipeline read_pipeline(const Mapping& keys) {
    Pipeline pipeline;
    pipeline.chunks = keys.whole("chunks", 1, 10000).value_or(1);
    pipeline.schedule =
        keys.choice<PipelineSchedule>("schedule")
            .value_or(pipeline.chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b);
    if (keys.boolean("count_embedding_and_head").value_or(false)) pipeline.ends = EndLayers::counted;
    pipeline.layers = keys.wholes("layers", 0).value_or(std::vector<std::uint32_t>{});
    if (pipeline.schedule == PipelineSchedule::dualpipe) {
        if (keys.has("chunks") && pipeline.chunks != 2) {
            keys.problem("chunks", "dualpipe has 2 chunks on each device, one for each direction");
        }
        pipeline.chunks = 2;
    } else if (pipeline.schedule != PipelineSchedule::interleaved && pipeline.chunks > 1) {
        keys.problem("chunks", "only interleaved schedules have several chunks",
                     "chunks: 1, or schedule: interleaved");
    }
    return pipeline;
}

Sharding read_sharding(const Mapping& root) {
    Sharding sharding;
    const Node* value = root.node("sharding");
    if (value == nullptr) return sharding;
    if (value->kind != NodeKind::mapping) {
        sharding.kind = root.choice<ShardingKind>("sharding").value_or(ShardingKind::none);
        return sharding;
    }
    const auto keys = root.section("sharding");
    const auto kind = keys->choice<ShardingKind>("kind");
    sharding.kind = kind.value_or(ShardingKind::none);
    sharding.over = keys->whole("over", 1).value_or(0);
    if (keys->has("over") && kind == ShardingKind::none) {
        keys->problem("over", "nothing is sharded: 'over' has no meaning", "kind: zero-3");
    }
    return sharding;
}

// A number without a unit, if that is what stands there.
std::optional<double> plain_number(const Mapping& keys, std::string_view key) {
    const auto number = input::parse_number(keys.node(key)->text);
    const auto* value = std::get_if<double>(&number);
    if (value == nullptr) return std::nullopt;
    if (*value == 0) keys.problem(key, std::string(key) + ": must not be 0");
    return *value;
}

// A number is in TFLOP/s, or in seconds: the key says so.
Published read_published(const Mapping& keys) {
    Published published;
    published.source = keys.text("source").value_or("");
    published.gpu = keys.text("gpu").value_or("");
    if (keys.has("tflops_per_gpu")) {
        const auto number = plain_number(keys, "tflops_per_gpu");
        published.per_gpu = number ? teraflops_per_second(*number) : keys.compute_rate("tflops_per_gpu");
    }
    published.attention_flops = keys.choice<AttentionCount>("attention_flops").value_or(AttentionCount::full);
    if (keys.has("step_seconds")) {
        const auto number = plain_number(keys, "step_seconds");
        published.step = number ? seconds(*number) : keys.duration("step_seconds");
    }
    return published;
}

class LayoutReader {
  public:
    LayoutReader(const input::Library& library, Problems& problems)
        : library_(library), problems_(problems) {}

    Layout read(const input::Document& document) {
        if (is_another_kind(document)) return layout_;
        const Mapping root(problems_, document.root, document.root.mark, layout_file_keys);
        if (!root.is_mapping()) return layout_;
        layout_.name = root.text("layout").value_or("");
        layout_.about = root.text("about").value_or("");
        const std::size_t problems_before = problems_.size();
        if (const auto keys = root.section("parallel")) layout_.degrees = read_degrees(*keys);
        degrees_are_known_ = root.has("parallel") && problems_.size() == problems_before;
        if (const Node* model = root.node("model")) {
            if (model->kind == NodeKind::mapping || root.text("model")) {
                layout_.model = resolve_model(library_, *model, problems_);
            }
        }
        read_order(root);
        if (const auto keys = root.section("placement")) read_placement(*keys);
        if (const auto keys = root.section("pipeline")) layout_.pipeline = read_pipeline(*keys);
        if (const auto keys = root.section("batch")) {
            layout_.batch.sequences = keys->whole("sequences").value_or(1);
            layout_.batch.micro = keys->whole("micro").value_or(1);
            layout_.batch.length = keys->whole("length").value_or(1);
        }
        layout_.precision = root.choice<Precision>("precision").value_or(Precision::bf16);
        layout_.sharding = read_sharding(root);
        layout_.recompute = root.choice<Recompute>("recompute").value_or(Recompute::none);
        layout_.saves = root.choice<Saves>("saves").value_or(Saves::all);
        layout_.attention = root.choice<Attention>("attention").value_or(Attention::flash);
        if (root.boolean("sequence_parallel").value_or(false))
            layout_.sequence_parallel = SequenceParallel::on;
        if (root.boolean("recompute_experts").value_or(false))
            layout_.experts_recomputed = ExpertsRecomputed::yes;
        layout_.routing = root.choice<Routing>("routing").value_or(Routing::balanced);
        if (const auto imbalance = root.number("expert_imbalance")) {
            layout_.expert_imbalance = *imbalance;
            if (*imbalance < 1)
                root.problem("expert_imbalance", "the fullest rank cannot have less than the mean",
                             "1 where tokens are dealt out evenly");
        }
        layout_.software = root.choice<Software>("software").value_or(Software::megatron_te);
        if (const auto keys = root.section("published")) layout_.published = read_published(*keys);
        if (problems_.empty()) report_sizes(root);
        return layout_;
    }

  private:
    // A file of another kind is one mistake, not one for each of its keys.
    bool is_another_kind(const input::Document& document) {
        if (document.root.find("layout") != nullptr) return false;
        if (is_hugging_face_config(document)) {
            problems_.add(document.root.mark, "this is a config.json, not a layout",
                          "a layout names it: model: " + document.root.mark.source->name());
            return true;
        }
        const input::Entry* found = nullptr;
        for (const std::string_view kind : {"topology", "domain", "gpu"}) {
            if (found == nullptr) found = document.root.find(kind);
        }
        if (found == nullptr) return false;
        const std::string kind = found->key == "gpu" ? "GPU" : found->key;
        problems_.add(found->key_mark, "this is a " + kind + " file, not a layout",
                      "railyard place LAYOUT --on TOPOLOGY");
        return true;
    }

    void read_order(const Mapping& root) {
        if (!root.has("order")) {
            layout_.order = {
                {Dimension::tp, {}}, {Dimension::cp, {}}, {Dimension::dp, {}}, {Dimension::pp, {}}};
            return;
        }
        const auto items = read_items(root, "order");
        if (!items) return;
        layout_.order = *items;
        // Of degrees that could not be read an order is neither right nor wrong.
        if (!degrees_are_known_) return;
        const auto resolved = resolve_order(layout_.order, layout_.degrees);
        if (const auto* problem = std::get_if<OrderProblem>(&resolved)) {
            const Node& list = *root.node("order");
            const auto words = words_of(list);
            problems_.add(problem->entry < words.size() ? words[problem->entry]->mark : list.mark,
                          problem->message, problem->hint);
        }
    }

    void read_placement(const Mapping& keys) {
        layout_.placement.policy = keys.choice<Policy>("policy").value_or(Policy::aligned);
        layout_.placement.per_domain = keys.whole("per_domain").value_or(0);
        const auto keep = read_items(keys, "keep");
        if (!keep) return;
        layout_.placement.keep = *keep;
        const auto words = words_of(*keys.node("keep"));
        for (std::size_t i = 0; i < keep->size(); ++i) {
            const OrderItem& item = (*keep)[i];
            if (!item.tile || layout_.order.empty()) continue;
            if (std::find(layout_.order.begin(), layout_.order.end(), item) == layout_.order.end()) {
                problems_.add(words[i]->mark, "the order has no tile " + to_text(item) + " to keep",
                              "the order is " + to_text(layout_.order));
            }
        }
    }

    // Problems and notes of sizes stand at the key that they are about.
    void report_sizes(const Mapping& root) {
        for (const SizeProblem& found : check_sizes(layout_)) {
            const auto section = found.section.empty() ? std::optional(root) : root.section(found.section);
            const input::Mark mark = section ? section->mark(found.key) : root.place();
            if (found.severity == SizeSeverity::error) {
                problems_.add(mark, found.message, found.hint);
            } else {
                problems_.note(mark, found.message);
            }
        }
    }

    const input::Library& library_;
    Problems& problems_;
    Layout layout_;
    bool degrees_are_known_ = false;
};

// Sections that may be written as one word, and the key that the word is the value of.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> words = {
    {{"sharding", "kind"}, {"model", "use"}}};

// Makes room for a key below a word: `sharding: zero-3` is {kind: zero-3}.
void spell_out(input::Document& document, std::string_view path) {
    for (const auto& [section, key] : words) {
        if (!path.starts_with(std::string(section) + ".")) continue;
        for (auto& entry : document.root.entries) {
            if (entry.key != section || entry.value.kind != NodeKind::scalar) continue;
            Node mapping;
            mapping.kind = NodeKind::mapping;
            mapping.mark = entry.value.mark;
            mapping.entries.push_back({std::string(key), entry.value.mark, entry.value});
            entry.value = std::move(mapping);
        }
    }
}

}  // namespace

LoadedLayout read_layout(const input::Library& library, input::Document merged,
                         const std::vector<input::KeySetting>& settings) {
    for (const auto& setting : input::sections_first(settings)) {
        spell_out(merged, setting.path);
        set_key(merged, setting);
    }
    Problems problems;
    Layout layout = LayoutReader(library, problems).read(merged);
    problems.throw_if_any();
    // With a key changed it is no longer the run that was published.
    if (!settings.empty()) layout.published.reset();
    return {std::move(layout), problems.notes()};
}

LoadedLayout load_layout(const input::Library& library, input::Document document,
                         const std::vector<LayoutOverride>& overrides) {
    std::vector<input::KeySetting> settings;
    for (const auto& [path, value, label] : overrides)
        settings.push_back(input::setting_from_text(path, value, label));
    return read_layout(library, with_bases(library, input::Shelf::layouts, std::move(document)), settings);
}

LoadedLayout load_layout(const input::Library& library, std::string_view name,
                         const std::vector<LayoutOverride>& overrides, const std::string& beside) {
    const auto path = library.find(input::Shelf::layouts, name, beside);
    if (!path) throw input::unknown_name(library, "layout", name, library.names(input::Shelf::layouts));
    return load_layout(library, input::load_yaml(*path), overrides);
}

}  // namespace railyard
