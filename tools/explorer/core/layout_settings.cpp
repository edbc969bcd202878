#include "explorer/core/layout_settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "railyard/base/suggest.hpp"
#include "railyard/job/check_sizes.hpp"
#include "railyard/job/order.hpp"

namespace railyard::explorer {
namespace {

using Complaint = std::optional<SettingProblem>;

// The loader's limits: job/load.hpp has that of ranks beside functions that read files.
constexpr std::uint64_t most_ranks = std::uint64_t{1} << 28U;
constexpr std::uint32_t most_whole = 2'000'000'000;

struct SettingKey {
    std::string_view path;
    std::string (*get)(const Layout&);
    Complaint (*set)(const Shipped&, Layout&, const std::string& value);
};

Complaint set_whole(std::uint32_t& into, const std::string& value, std::uint32_t least = 1) {
    std::uint64_t number = 0;
    bool is_whole = !value.empty() && value.size() < 11;
    for (const char c : value) {
        is_whole = is_whole && c >= '0' && c <= '9';
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (!is_whole || number < least || number > most_whole)
        return SettingProblem{
            "", "'" + value + "' is not a whole number from " + std::to_string(least) + " on", ""};
    into = static_cast<std::uint32_t>(number);
    return std::nullopt;
}

// 0, which no file may say: as the routing has it.
Complaint set_imbalance(const Shipped& /*shipped*/, Layout& layout, const std::string& value) {
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (value.empty() || *end != '\0' || !std::isfinite(number))
        return SettingProblem{"", "'" + value + "' is not a number", ""};
    if (number < 1 && number != 0)
        return SettingProblem{"", "the fullest rank cannot have less than the mean",
                              "1 where tokens are dealt out evenly"};
    layout.expert_imbalance = number;
    return std::nullopt;
}

std::string number_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", value);
    return text;
}

template <class Enum, std::size_t N>
Complaint set_choice(Enum& into, const std::array<std::string_view, N>& names, const std::string& value) {
    const auto* const found = std::find(names.begin(), names.end(), value);
    if (found == names.end())
        return SettingProblem{"", "unknown '" + value + "'", suggestion(value, {names.begin(), names.end()})};
    into = static_cast<Enum>(found - names.begin());
    return std::nullopt;
}

template <class Enum>
Complaint set_switch(Enum& into, Enum off, Enum on, const std::string& value) {
    if (value != "true" && value != "false")
        return SettingProblem{"", "'" + value + "' is neither true nor false", ""};
    into = value == "true" ? on : off;
    return std::nullopt;
}

template <class Enum, std::size_t N>
std::string choice_text(Enum value, const std::array<std::string_view, N>& names) {
    return std::string(names[static_cast<std::size_t>(value)]);
}

std::string switch_text(bool on) {
    return on ? "true" : "false";
}

Complaint set_items(std::vector<OrderItem>& into, const std::string& value) {
    std::vector<OrderItem> items;
    for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find(',', begin), value.size());
        const auto item = parse_order_item(value.substr(begin, end - begin));
        if (const auto* problem = std::get_if<OrderProblem>(&item))
            return SettingProblem{"", problem->message, problem->hint};
        items.push_back(std::get<OrderItem>(item));
        begin = end + 1;
    }
    into = std::move(items);
    return std::nullopt;
}

Complaint set_model(const Shipped& shipped, Layout& layout, const std::string& value) {
    const Model* model = shipped.model(value);
    if (model == nullptr) {
        std::vector<std::string> known;
        for (const Model& one : shipped.models) known.push_back(one.name);
        return SettingProblem{"", "there is no model '" + value + "' in this page", suggestion(value, known)};
    }
    layout.model = *model;
    return std::nullopt;
}

Complaint set_sharding(const Shipped& /*shipped*/, Layout& layout, const std::string& value) {
    layout.sharding.over = 0;
    return set_choice(layout.sharding.kind, sharding_names, value);
}

const std::array<SettingKey, 27>& keys() {
    using S = Shipped;
    using L = Layout;
    using Text = std::string;
    static const std::array<SettingKey, 27> table = {{
        {"model", [](const L& l) { return l.model.name; }, set_model},
        {"parallel.tp", [](const L& l) { return std::to_string(l.degrees.tp); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.tp, v); }},
        {"parallel.cp", [](const L& l) { return std::to_string(l.degrees.cp); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.cp, v); }},
        {"parallel.pp", [](const L& l) { return std::to_string(l.degrees.pp); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.pp, v); }},
        {"parallel.dp", [](const L& l) { return std::to_string(l.degrees.dp); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.dp, v); }},
        {"parallel.ep", [](const L& l) { return std::to_string(l.degrees.ep); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.ep, v); }},
        {"parallel.etp", [](const L& l) { return std::to_string(l.degrees.etp); },
         [](const S&, L& l, const Text& v) { return set_whole(l.degrees.etp, v); }},
        {"order", [](const L& l) { return to_text(l.order); },
         [](const S&, L& l, const Text& v) { return set_items(l.order, v); }},
        {"placement.policy", [](const L& l) { return choice_text(l.placement.policy, policy_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.placement.policy, policy_names, v); }},
        {"placement.keep", [](const L& l) { return to_text(l.placement.keep); },
         [](const S&, L& l, const Text& v) { return set_items(l.placement.keep, v); }},
        {"placement.per_domain", [](const L& l) { return std::to_string(l.placement.per_domain); },
         [](const S&, L& l, const Text& v) { return set_whole(l.placement.per_domain, v); }},
        {"pipeline.schedule",
         [](const L& l) { return choice_text(l.pipeline.schedule, pipeline_schedule_names); },
         [](const S&, L& l, const Text& v) {
             return set_choice(l.pipeline.schedule, pipeline_schedule_names, v);
         }},
        {"pipeline.chunks", [](const L& l) { return std::to_string(l.pipeline.chunks); },
         [](const S&, L& l, const Text& v) { return set_whole(l.pipeline.chunks, v); }},
        {"pipeline.count_embedding_and_head",
         [](const L& l) { return switch_text(l.pipeline.ends == EndLayers::counted); },
         [](const S&, L& l, const Text& v) {
             return set_switch(l.pipeline.ends, EndLayers::not_counted, EndLayers::counted, v);
         }},
        {"batch.sequences", [](const L& l) { return std::to_string(l.batch.sequences); },
         [](const S&, L& l, const Text& v) { return set_whole(l.batch.sequences, v); }},
        {"batch.micro", [](const L& l) { return std::to_string(l.batch.micro); },
         [](const S&, L& l, const Text& v) { return set_whole(l.batch.micro, v); }},
        {"batch.length", [](const L& l) { return std::to_string(l.batch.length); },
         [](const S&, L& l, const Text& v) { return set_whole(l.batch.length, v); }},
        {"precision", [](const L& l) { return choice_text(l.precision, precision_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.precision, precision_names, v); }},
        {"sharding", [](const L& l) { return choice_text(l.sharding.kind, sharding_names); }, set_sharding},
        {"recompute", [](const L& l) { return choice_text(l.recompute, recompute_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.recompute, recompute_names, v); }},
        {"saves", [](const L& l) { return choice_text(l.saves, saves_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.saves, saves_names, v); }},
        {"attention", [](const L& l) { return choice_text(l.attention, attention_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.attention, attention_names, v); }},
        {"sequence_parallel",
         [](const L& l) { return switch_text(l.sequence_parallel == SequenceParallel::on); },
         [](const S&, L& l, const Text& v) {
             return set_switch(l.sequence_parallel, SequenceParallel::off, SequenceParallel::on, v);
         }},
        {"recompute_experts",
         [](const L& l) { return switch_text(l.experts_recomputed == ExpertsRecomputed::yes); },
         [](const S&, L& l, const Text& v) {
             return set_switch(l.experts_recomputed, ExpertsRecomputed::no, ExpertsRecomputed::yes, v);
         }},
        {"routing", [](const L& l) { return choice_text(l.routing, routing_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.routing, routing_names, v); }},
        {"expert_imbalance", [](const L& l) { return number_text(l.expert_imbalance); }, set_imbalance},
        {"software", [](const L& l) { return choice_text(l.software, software_names); },
         [](const S&, L& l, const Text& v) { return set_choice(l.software, software_names, v); }},
    }};
    return table;
}

Complaint set(const Shipped& shipped, Layout& layout, const Setting& setting) {
    const auto* const key = std::find_if(keys().begin(), keys().end(),
                                         [&](const SettingKey& known) { return known.path == setting.key; });
    Complaint complaint = key == keys().end() ? SettingProblem{"", "the page does not know this key", ""}
                                              : key->set(shipped, layout, setting.value);
    if (complaint) {
        complaint->key = setting.key;
        complaint->kind = ProblemKind::value;
    }
    return complaint;
}

void check_ranks(const Layout& layout, std::vector<SettingProblem>& problems) {
    const Degrees& d = layout.degrees;
    std::uint64_t ranks = 1;
    for (const std::uint32_t degree : {d.tp, d.cp, d.pp, d.dp}) {
        ranks *= degree;
        if (ranks > most_ranks) {
            problems.push_back(
                {"parallel", "tp x cp x pp x dp is over " + std::to_string(most_ranks) + " ranks", ""});
            return;
        }
    }
    if (std::uint64_t{d.etp} * d.ep > most_ranks)
        problems.push_back({"parallel.ep", "etp x ep is over " + std::to_string(most_ranks) + " ranks", ""});
}

void check_chunks(const Layout& layout, std::vector<SettingProblem>& problems) {
    const Pipeline& pipeline = layout.pipeline;
    if (pipeline.schedule == PipelineSchedule::dualpipe && pipeline.chunks != 2) {
        problems.push_back(
            {"pipeline.chunks", "dualpipe has 2 chunks on each device, one for each direction", ""});
    } else if (pipeline.schedule != PipelineSchedule::interleaved &&
               pipeline.schedule != PipelineSchedule::dualpipe && pipeline.chunks > 1) {
        problems.push_back({"pipeline.chunks", "only interleaved schedules have several chunks",
                            "chunks: 1, or schedule: interleaved"});
    }
}

void check_order(const Layout& layout, std::vector<SettingProblem>& problems) {
    const auto resolved = resolve_order(layout.order, layout.degrees);
    if (const auto* problem = std::get_if<OrderProblem>(&resolved))
        problems.push_back({"order", problem->message, problem->hint});
    for (const OrderItem& item : layout.placement.keep) {
        if (!item.tile || std::find(layout.order.begin(), layout.order.end(), item) != layout.order.end())
            continue;
        problems.push_back({"placement.keep", "the order has no tile " + to_text(item) + " to keep",
                            "the order is " + to_text(layout.order)});
    }
}

}  // namespace

std::vector<std::string_view> setting_keys() {
    std::vector<std::string_view> paths;
    for (const SettingKey& key : keys()) paths.push_back(key.path);
    return paths;
}

std::vector<Setting> settings_of(const Layout& layout) {
    std::vector<Setting> settings;
    for (const SettingKey& key : keys()) settings.push_back({std::string(key.path), key.get(layout)});
    return settings;
}

ChangedLayout changed_layout(const Shipped& shipped, const Layout& base,
                             const std::vector<Setting>& settings) {
    ChangedLayout result{base, {}, {}};
    for (const Setting& setting : settings) {
        if (auto complaint = set(shipped, result.layout, setting))
            result.problems.push_back(std::move(*complaint));
    }
    if (!settings.empty()) result.layout.published.reset();
    if (result.problems.empty()) check_ranks(result.layout, result.problems);
    if (result.problems.empty()) {
        check_chunks(result.layout, result.problems);
        check_order(result.layout, result.problems);
    }
    if (!result.problems.empty()) return result;
    for (SizeProblem& found : check_sizes(result.layout)) {
        if (found.severity == SizeSeverity::note) {
            result.notes.push_back(std::move(found.message));
        } else {
            result.problems.push_back({(found.section.empty() ? "" : found.section + ".") + found.key,
                                       std::move(found.message), std::move(found.hint)});
        }
    }
    return result;
}

}  // namespace railyard::explorer
