#include "railyard/output/layout_yaml.hpp"

#include <fmt/format.h>

#include "railyard/job/order.hpp"

namespace railyard::output {
namespace {

// Text in double quotes: a name may hold anything.
std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + "\"";
}

std::string items(const std::vector<OrderItem>& list) {
    std::string text;
    for (const OrderItem& item : list) text += (text.empty() ? "" : ", ") + quoted(to_text(item));
    return "[" + text + "]";
}

template <std::size_t n, class Value>
std::string_view named(const std::array<std::string_view, n>& names, Value value) {
    return names[static_cast<std::size_t>(value)];
}

std::string pipeline(const Pipeline& pipeline) {
    std::string text = fmt::format("{{schedule: {}, chunks: {}",
                                   named(pipeline_schedule_names, pipeline.schedule), pipeline.chunks);
    if (pipeline.ends == EndLayers::counted) text += ", count_embedding_and_head: true";
    if (!pipeline.layers.empty()) text += fmt::format(", layers: [{}]", fmt::join(pipeline.layers, ", "));
    return text + "}";
}

std::string placement(const PlacementRules& rules) {
    std::string text =
        fmt::format("{{policy: {}, keep: {}", named(policy_names, rules.policy), items(rules.keep));
    if (rules.per_domain > 0) text += fmt::format(", per_domain: {}", rules.per_domain);
    return text + "}";
}

std::string sharding(const Sharding& sharding) {
    const auto kind = named(sharding_names, sharding.kind);
    if (sharding.over == 0) return std::string(kind);
    return fmt::format("{{kind: {}, over: {}}}", kind, sharding.over);
}

}  // namespace

std::string layout_yaml(const Layout& layout, std::string_view model, std::string_view comment) {
    std::string text;
    for (std::size_t begin = 0; begin < comment.size();) {
        const std::size_t end = std::min(comment.find('\n', begin), comment.size());
        text += "# " + std::string(comment.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    const Degrees& d = layout.degrees;
    text += fmt::format("layout: {}\n", quoted(layout.name));
    if (!layout.about.empty()) text += fmt::format("about: {}\n", quoted(layout.about));
    text += fmt::format("model: {}\n", quoted(model));
    text += fmt::format("parallel: {{tp: {}, cp: {}, pp: {}, dp: {}", d.tp, d.cp, d.pp, d.dp);
    if (layout.model.experts || d.has_experts()) text += fmt::format(", ep: {}, etp: {}", d.ep, d.etp);
    text += "}\n";
    text += fmt::format("order: {}\n", items(layout.order));
    text += fmt::format("placement: {}\n", placement(layout.placement));
    text += fmt::format("pipeline: {}\n", pipeline(layout.pipeline));
    text += fmt::format("batch: {{sequences: {}, micro: {}, length: {}}}\n", layout.batch.sequences,
                        layout.batch.micro, layout.batch.length);
    text += fmt::format("precision: {}\n", named(precision_names, layout.precision));
    text += fmt::format("sharding: {}\n", sharding(layout.sharding));
    text += fmt::format("recompute: {}\n", named(recompute_names, layout.recompute));
    text += fmt::format("saves: {}\n", named(saves_names, layout.saves));
    text += fmt::format("attention: {}\n", named(attention_names, layout.attention));
    text += fmt::format("sequence_parallel: {}\n", layout.sequence_parallel == SequenceParallel::on);
    if (layout.experts_recomputed == ExpertsRecomputed::yes) text += "recompute_experts: true\n";
    if (layout.model.experts) text += fmt::format("routing: {}\n", named(routing_names, layout.routing));
    if (layout.expert_imbalance > 0) text += fmt::format("expert_imbalance: {}\n", layout.expert_imbalance);
    text += fmt::format("software: {}\n", named(software_names, layout.software));
    return text;
}

}  // namespace railyard::output
