#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "railyard/job/flops.hpp"
#include "railyard/job/order.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

using search::PlanCounts;
using search::PlanEntry;

std::string schedule_text(const Pipeline& pipeline, std::uint32_t stages) {
    if (stages == 1) return "-";
    std::string text(pipeline_schedule_names[static_cast<std::size_t>(pipeline.schedule)]);
    if (pipeline.schedule == PipelineSchedule::interleaved)
        text = fmt::format("interl. x{}", pipeline.chunks);
    return text;
}

std::string recompute_text(const Layout& layout) {
    std::string text(recompute_names[static_cast<std::size_t>(layout.recompute)]);
    if (layout.saves == Saves::lean && layout.recompute != Recompute::full)
        text = layout.recompute == Recompute::none ? "lean" : text + ", lean";
    return text;
}

// How each of the best is cut and run.
std::string cuts(const PlanReport& report) {
    const bool experts = report.space.base.model.experts.has_value();
    std::vector<TextTable::Column> columns = {{""}, {"tp"}, {"cp"}, {"pp"}, {"dp"}};
    if (experts) columns.insert(columns.end(), {{"ep"}, {"etp"}});
    columns.insert(columns.end(), {{"micro"},
                                   {"schedule", Align::left},
                                   {"recompute", Align::left},
                                   {"sharding", Align::left},
                                   {"sp", Align::left},
                                   {"step"},
                                   {"TFLOP/s"},
                                   {"memory"}});
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        const PlanEntry& entry = report.answer.best[i];
        const Layout& layout = entry.layout;
        const Degrees& d = layout.degrees;
        std::vector<std::string> cells = {std::to_string(i + 1), grouped(d.tp), grouped(d.cp), grouped(d.pp),
                                          grouped(d.dp)};
        if (experts) cells.insert(cells.end(), {grouped(d.ep), grouped(d.etp)});
        const FlopsPerSecond rate = model_flops_per_gpu(
            layout, step_flops(layout, AttentionCount::full, RecomputeCount::model), entry.step.total());
        cells.insert(
            cells.end(),
            {grouped(layout.batch.micro), schedule_text(layout.pipeline, d.pp), recompute_text(layout),
             std::string(sharding_names[static_cast<std::size_t>(layout.sharding.kind)]),
             layout.sequence_parallel == SequenceParallel::on ? "yes" : "-",
             human_to_milliseconds(entry.step.total()), rounded(rate / teraflops_per_second(1)),
             human(entry.memory)});
        table.add(std::move(cells));
    }
    return table.text();
}

// "compute 80 %, bubble 9 %, tp 4 %": compute, and the three largest of the rest.
std::string waits(const StepTimes& step) {
    std::array<std::pair<std::string_view, Seconds>, 6> parts = {{{"tp", step.tp},
                                                                  {"cp", step.cp},
                                                                  {"ep", step.ep},
                                                                  {"pp", step.pp},
                                                                  {"dp", step.dp},
                                                                  {"bubble", step.bubble}}};
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text = fmt::format("compute {:.0f} %", 100 * (step.compute / step.total()));
    constexpr std::size_t told = 3;
    for (std::size_t i = 0; i < told; ++i) {
        const double share = 100 * (parts[i].second / step.total());
        if (share >= 0.5) text += fmt::format(", {} {:.0f} %", parts[i].first, share);
    }
    return text;
}

// Where the ranks of each sit, and where its time goes.
std::string placements(const PlanReport& report) {
    TextTable table({{""},
                     {"order", Align::left},
                     {"whole", Align::left},
                     {"per domain"},
                     {"domains"},
                     {"idle GPUs"},
                     {report.useful.empty() ? "" : "useful"},
                     {"time goes to", Align::left}});
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        const PlanEntry& entry = report.answer.best[i];
        const PlacementRules& rules = entry.layout.placement;
        table.add({std::to_string(i + 1), to_text(entry.layout.order),
                   rules.policy == Policy::packed ? "-" : to_text(rules.keep),
                   rules.per_domain == 0 ? "all" : grouped(rules.per_domain),
                   grouped(entry.machine.domains_used), grouped(entry.machine.gpus_idle),
                   report.useful.empty() ? "" : fmt::format("{:.1f} %", 100 * report.useful[i].share),
                   waits(entry.step)});
    }
    return table.text();
}

std::string counts(const PlanReport& report) {
    const PlanCounts& c = report.answer.counts;
    std::string text = fmt::format(
        "{} candidates: {} ways to cut the model, each with every way to run it and to place it.\n",
        grouped(c.candidates), grouped(c.cuts));
    TextTable table({{"", Align::left}, {""}});
    const auto row = [&](std::string_view what, std::uint64_t number) {
        if (number > 0) table.add({"  " + std::string(what), grouped(number)});
    };
    row("need more memory than a GPU has", c.over_memory);
    row("cannot beat the best, whatever their traffic costs", c.too_slow);
    row("see the links as another placement does", c.same_as_others);
    row("find no room, or break a pin", c.not_placed);
    row("timed one by one", c.timed);
    row("not looked at: stopped", c.not_looked_at);
    text += table.text();
    if (report.took) text += "  in " + human_to_milliseconds(*report.took) + "\n";
    return text;
}

std::string band(const PlanReport& report) {
    if (report.reasons.empty() || !report.reasons.front().band) return "";
    const ErrorBand& b = *report.reasons.front().band;
    const auto& best = report.answer.best;
    const double limit = best.front().step.total().raw() * (1 + b.percent / 100);
    const auto within = std::count_if(
        best.begin(), best.end(), [&](const PlanEntry& entry) { return entry.step.total().raw() <= limit; });
    std::string text =
        fmt::format("The model is within {:.0f} % of eight in ten published runs like these", b.percent);
    if (within > 1) text += fmt::format(": the first {} are not told apart by more than that", within);
    return wrapped(text + ".") + "\n";
}

// A cut in words: "tp 8, pp 16, dp 64, micro-batches of 2".
std::string cut_text(const Layout& layout) {
    const Degrees& d = layout.degrees;
    std::string text;
    const auto add = [&](std::string_view name, std::uint32_t degree) {
        if (degree > 1) text += fmt::format("{} {}, ", name, grouped(degree));
    };
    add("tp", d.tp);
    add("cp", d.cp);
    add("pp", d.pp);
    add("dp", d.dp);
    add("ep", d.ep);
    const std::string_view sharding = sharding_names[static_cast<std::size_t>(layout.sharding.kind)];
    return text + fmt::format("micro-batches of {}, {}, {} recomputation", grouped(layout.batch.micro),
                              layout.sharding.kind == ShardingKind::none ? "not sharded" : sharding,
                              layout.recompute == Recompute::none ? "no" : recompute_text(layout));
}

std::string shortfall_text(const search::MemoryShortfall& shortfall) {
    std::string text = fmt::format(
        "The least that any cut needs is {} ({}); a GPU has {} beside what is reserved.",
        human(shortfall.least.needed), cut_text(shortfall.least.layout), human(shortfall.capacity));
    for (const auto& opened : shortfall.opened)
        text += fmt::format(" Without --{} something would fit ({}).", opened.list, human(opened.needed));
    if (shortfall.gpus > 0)
        text += fmt::format(" On {} GPUs something would fit ({}).", grouped(shortfall.gpus),
                            human(shortfall.needed_there));
    if (shortfall.opened.empty() && shortfall.gpus == 0)
        text +=
            " Neither a longer list nor more GPUs of this topology would do: less --reserved, a lower "
            "--precision, or GPUs with more memory might.";
    return text;
}

// Why there is no answer.
std::string nothing(const PlanReport& report) {
    const auto& answer = report.answer;
    std::string text = "Nothing fits";
    if (answer.gpus_short > 0)
        return wrapped(fmt::format("{}: {} has {} for the {} asked for, {} short.", text,
                                   report.topology.name(),
                                   counted(report.space.gpus - answer.gpus_short, "GPU"),
                                   grouped(report.space.gpus), grouped(answer.gpus_short))) +
               "\n";
    if (answer.shortfall) return wrapped(text + ". " + shortfall_text(*answer.shortfall)) + "\n";
    if (answer.broken_pins.empty() && !answer.why_not_placed.empty())
        return wrapped(text + ": " + answer.why_not_placed + ".") + "\n";
    return text + ".\n";
}

}  // namespace

std::string plan_table(const PlanReport& report) {
    const Layout& base = report.space.base;
    std::string text =
        fmt::format("{} on {} GPUs of {}: {} sequences of {} tokens a step, {} ({} model)\n", base.model.name,
                    grouped(report.space.gpus), report.topology.name(), grouped(base.batch.sequences),
                    grouped(base.batch.length), precision_names[static_cast<std::size_t>(base.precision)],
                    cost_model_names[static_cast<std::size_t>(report.model)]);
    const auto& answer = report.answer;
    if (answer.stopped) text += "Stopped before the end: the best so far.\n";
    if (answer.best.empty()) {
        text += nothing(report);
        if (answer.counts.cuts > 0) text += "\n" + counts(report);
    } else {
        text +=
            answer.best.size() == 1
                ? std::string("\nThe best cut, with the best way found to run and to place it:\n\n")
                : fmt::format("\nThe best {} cuts, each with the best way found to run and to place it:\n\n",
                              answer.best.size());
        text += cuts(report) + "\n" + placements(report) + "\n" + band(report) + counts(report);
    }
    for (const std::string& pin : answer.broken_pins)
        text += wrapped("No placement of any cut that was tried keeps the pin " + pin + ".") + "\n";
    for (const std::string& note : report.notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

}  // namespace railyard::output
