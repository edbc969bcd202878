#include <fmt/format.h>

#include <algorithm>

#include "railyard/job/order.hpp"
#include "railyard/output/hosts_told.hpp"
#include "railyard/output/pins_told.hpp"
#include "railyard/output/plan_cuts.hpp"
#include "railyard/output/plan_report.hpp"
#include "railyard/output/rank_lists_told.hpp"
#include "railyard/output/row_ranges.hpp"
#include "railyard/output/step_parts.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/output/useful_told.hpp"

namespace railyard::output {
namespace {

using search::PlanCounts;
using search::PlanEntry;

// "compute 80 %, bubble 9 %, tp 4 %": compute, and the largest of the rest.
std::string waits(const StepTimes& step, std::size_t told) {
    auto parts = named_parts(step);  // compute first
    std::stable_sort(parts.begin() + 1, parts.end(),
                     [](const NamedTime& a, const NamedTime& b) { return a.time > b.time; });
    std::string text = fmt::format("compute {:.0f} %", 100 * (step.compute / step.total()));
    for (std::size_t i = 1; i <= told; ++i) {
        const double share = 100 * (parts[i].time / step.total());
        if (share >= 0.5) text += fmt::format(", {} {:.0f} %", parts[i].name, share);
    }
    return text;
}

// Where the ranks of each sit, and where its time goes: so many waits of each are told.
std::string placements(const PlanReport& report, std::size_t told) {
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
                   report.useful.empty() ? "" : useful_cell(report.useful[i]), waits(entry.step, told)});
    }
    return table.text();
}

// As much as a page has room for.
std::string placements(const PlanReport& report) {
    std::string text;
    for (std::size_t told = 4; told-- > 0;) {
        text = placements(report, told);
        if (fits_page(text)) break;
    }
    return text;
}

// Lines of which rows something holds, those of one text together.
std::string grouped_rows(const std::vector<std::string>& text_of_row, std::string_view what) {
    std::string text;
    for (std::size_t i = 0; i < text_of_row.size(); ++i) {
        const std::string& own = text_of_row[i];
        const bool told = std::find(text_of_row.begin(), text_of_row.begin() + static_cast<std::ptrdiff_t>(i),
                                    own) != text_of_row.begin() + static_cast<std::ptrdiff_t>(i);
        if (told || own.empty()) continue;
        std::vector<std::size_t> rows;
        for (std::size_t r = i; r < text_of_row.size(); ++r)
            if (text_of_row[r] == own) rows.push_back(r + 1);
        text += wrapped(fmt::format("  {}: {}", row_ranges(rows), own), "    ") + "\n";
    }
    return text.empty() ? "" : std::string(what) + "\n" + text;
}

// Which rows deal out embedding and head as layers.
std::string ends(const PlanReport& report) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < report.answer.best.size(); ++i)
        if (report.answer.best[i].layout.pipeline.ends == EndLayers::counted) rows.push_back(i + 1);
    if (rows.empty()) return "";
    return wrapped("Embedding and head each count as a layer of a stage: " + row_ranges(rows) + ".", "  ") +
           "\n";
}

// What bounds the longest part of each, and the longest that is no work of the GPU itself.
std::string bounds(const PlanReport& report) {
    std::vector<std::string> longest;
    std::vector<std::string> waits;
    const auto told = [](const CostReason& reason) {
        return fmt::format("{} ({})", cost_item_names[static_cast<std::size_t>(reason.item)], reason.bound);
    };
    for (const search::StepReasons& reasons : report.reasons) {
        const auto& parts = reasons.parts;
        const auto wait = std::find_if(parts.begin(), parts.end(),
                                       [](const CostReason& part) { return part.item >= CostItem::tensor; });
        longest.push_back(parts.empty() ? "" : told(parts.front()));
        waits.push_back(wait == parts.end() || wait == parts.begin() ? "" : told(*wait));
    }
    const std::string text = grouped_rows(longest, "What takes longest, and what bounds it:") +
                             grouped_rows(waits, "The longest wait beside that:");
    return text.empty() ? "" : text + "\n";
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

// What it takes to keep what is preferred.
std::string price_of_preferences(const PlanReport& report) {
    if (!report.without_preferences) return "";
    const Seconds first = report.answer.best.front().step.total();
    const Seconds fastest = report.without_preferences->step.total();
    if (first <= fastest) return wrapped("No plan is faster without --prefer.") + "\n";
    return wrapped(fmt::format(
               "What keeps more of --prefer comes first, whatever it takes: without it the fastest takes "
               "{} ({}), {} % less than number 1.",
               human_to_milliseconds(fastest), cut_text(report.without_preferences->layout),
               rounded(100 * (1 - fastest / first)))) +
           "\n";
}

// Preferences that were not to be had, and what domains are the fewest of.
std::string constraints(const PlanReport& report) {
    std::vector<RowPins> rows;
    for (std::size_t i = 0; i < report.answer.best.size(); ++i)
        rows.push_back({i + 1, report.answer.best[i].machine.broken_pins});
    std::string text = broken_pins_told(rows) + price_of_preferences(report);
    if (report.domains == search::DomainChoice::fewest)
        text += "Each cut is placed on as few domains as it can be, other cuts may take fewer.\n";
    std::vector<RowStart> starts;
    for (std::size_t i = 0; i < report.answer.best.size(); ++i) {
        const search::PlacedMachine& machine = report.answer.best[i].machine;
        starts.push_back({i + 1, machine.origin, machine.begins_on});
    }
    return text + rank_lists_told(report.topology, starts);
}

// What is known of the placements that were not tried.
std::string family(const PlanReport& report) {
    if (report.answer.exhaustive) return "";
    return wrapped(
               "Domains are not alike: each cut was placed in every order and tiling, which may miss a "
               "better "
               "placement. --write K, then plan --layout FILE, lets blocks change places as well (a local "
               "search with a fixed seed).") +
           "\n";
}

std::string spares(const PlanReport& report) {
    return report.failures && !report.useful.empty() ? useful_told(*report.failures) : "";
}

std::string counts(const PlanReport& report) {
    const PlanCounts& c = report.answer.counts;
    std::string text =
        wrapped(fmt::format(
            "{} candidates: {} ways to cut the model, each with every way to run it and to place it.",
            grouped(c.candidates), grouped(c.cuts))) +
        "\n";
    TextTable table({{"", Align::left}, {""}});
    const auto row = [&](std::string_view what, std::uint64_t number) {
        if (number > 0) table.add({"  " + std::string(what), grouped(number)});
    };
    row("need more memory than a GPU has", c.over_memory);
    row("cannot beat the best, whatever their traffic costs", c.too_slow);
    row("see the links as another placement does", c.same_as_others);
    row(report.domains == search::DomainChoice::fewest ? "find no room, break a pin or take more domains"
                                                       : "find no room, or break a pin",
        c.not_placed);
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
    std::string text = fmt::format("The model is within {:.0f} % of eight in ten {} like these", b.percent,
                                   b.origin == RunOrigin::own ? "runs of yours" : "published runs");
    if (within > 1) text += fmt::format(": the first {} are not told apart by more than that", within);
    return wrapped(text + ".") + "\n";
}

std::string shortfall_text(const search::MemoryShortfall& shortfall) {
    std::string text = fmt::format("The least that any cut needs is {} ({}); {}.",
                                   human(shortfall.least.needed), cut_text(shortfall.least.layout),
                                   shortfall.capacity.raw() > 0
                                       ? "a GPU has " + human(shortfall.capacity) + " beside what is reserved"
                                       : "what is reserved is all that a GPU has, or more");
    for (const auto& opened : shortfall.opened)
        text += fmt::format(" Without --{} something would fit ({}).", opened.list, human(opened.needed));
    if (shortfall.gpus > 0)
        text += fmt::format(" On more GPUs something would fit, such as {} ({}).", grouped(shortfall.gpus),
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
    if (answer.stopped && answer.counts.timed == 0)
        return "Nothing was timed yet: the search was stopped before it had a first cut.\n";
    if (answer.unmet.any()) return "";
    std::string text = "Nothing fits";
    if (answer.gpus_short > 0)
        return wrapped(fmt::format("{}: {} {} for the {} asked for, {} short.", text,
                                   report.host_of.empty() ? report.topology.name() + " has"
                                                          : std::string("the hosts given have"),
                                   counted(report.space.gpus - answer.gpus_short, "GPU"),
                                   grouped(report.space.gpus), grouped(answer.gpus_short))) +
               "\n";
    if (answer.shortfall) return wrapped(text + ". " + shortfall_text(*answer.shortfall)) + "\n";
    if (!answer.why_not_placed.empty()) return wrapped(text + ": " + answer.why_not_placed + ".") + "\n";
    return text + ".\n";
}

// The hosts of number 1, as launchers want to know them.
std::string hosts(const PlanReport& report) {
    if (report.hosts_of_best.empty()) return "";
    return hosts_told({{"number 1", report.hosts_of_best.front()}});
}

std::string pins_and_notes(const PlanReport& report) {
    std::string text = unmet_pins_told(report.answer.unmet, "No placement of any cut that was tried");
    for (const std::string& why : report.why_unmet) text += wrapped("  " + why, "  ") + "\n";
    for (const std::string& note : report.notes) text += wrapped("note: " + note, "  ") + "\n";
    return text;
}

}  // namespace

std::string plan_table(const PlanReport& report) {
    const Layout& base = report.space.base;
    std::string text =
        wrapped(fmt::format("{} on {} GPUs of {}: {} sequences of {} tokens a step, {} ({} model)",
                            base.model.name, grouped(report.space.gpus), report.topology.name(),
                            grouped(base.batch.sequences), grouped(base.batch.length),
                            precision_names[static_cast<std::size_t>(base.precision)],
                            cost_model_names[static_cast<std::size_t>(report.model)])) +
        "\n";
    const auto& answer = report.answer;
    if (answer.stopped)
        text +=
            std::string("Stopped before the end") + (answer.best.empty() ? ".\n" : ": the best so far.\n");
    if (answer.best.empty()) {
        text += nothing(report);
        if (answer.counts.cuts > 0) text += "\n" + counts(report);
    } else {
        text +=
            answer.best.size() == 1
                ? std::string("\nThe best cut, with the best way found to run and to place it:\n\n")
                : fmt::format("\nThe best {} cuts, each with the best way found to run and to place it:\n\n",
                              answer.best.size());
        text += cuts_table(report) + ends(report) + "\n" + placements(report) + "\n" + bounds(report) +
                constraints(report) + family(report) + band(report) + spares(report) + counts(report) +
                hosts(report);
    }
    return text + pins_and_notes(report);
}

std::string plan_beside_files(const PlanReport& report) {
    const auto& answer = report.answer;
    const bool stopped = answer.stopped && !answer.best.empty();
    return (answer.best.empty() ? nothing(report) : "") +
           (stopped ? "Stopped before the end: this is the best so far.\n" : "") + pins_and_notes(report);
}

}  // namespace railyard::output
