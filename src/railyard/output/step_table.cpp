#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>
#include <vector>

#include "railyard/job/flops.hpp"
#include "railyard/output/step_report.hpp"

namespace railyard::output {
namespace {

std::string percent_of(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string parts(const StepTimes& step) {
    TextTable table({{"", Align::left}, {""}, {""}});
    const std::array<std::pair<std::string_view, Seconds>, 7> rows = {{{"compute", step.compute},
                                                                       {"tp", step.tp},
                                                                       {"cp", step.cp},
                                                                       {"ep", step.ep},
                                                                       {"pp", step.pp},
                                                                       {"dp", step.dp},
                                                                       {"bubble", step.bubble}}};
    for (const auto& [name, time] : rows) {
        if (time.raw() == 0) continue;
        table.add({"  " + std::string(name), human(time), percent_of(time / step.total())});
    }
    return table.text();
}

// Only conventions that differ from the first are worth a word.
std::string conventions(const Layout& layout, const StepTimes& step) {
    const auto rate = [&](AttentionCount attention, RecomputeCount recompute) {
        return human(model_flops_per_gpu(layout, step_flops(layout, attention, recompute), step.total()));
    };
    std::string text = fmt::format("{} per GPU of model FLOPs (attention in full; {} causal)",
                                   rate(AttentionCount::full, RecomputeCount::model),
                                   rate(AttentionCount::causal, RecomputeCount::model));
    if (layout.recompute != Recompute::none) {
        text +=
            fmt::format(", {} with what is recomputed", rate(AttentionCount::full, RecomputeCount::hardware));
    }
    return text;
}

// "times 1.065, fitted on own-1 and 3 more", where the calibration has a site's factor.
std::string site(const StepReport& report) {
    if (report.site == 1) return "";
    std::string text = fmt::format("  every part times {:.3f}, the site's factor", report.site);
    if (!report.site_rows.empty()) {
        text += ", fitted on " + shortened(report.site_rows.front(), 40);
        if (report.site_rows.size() > 1) text += fmt::format(" and {} more", report.site_rows.size() - 1);
    }
    return text + "\n";
}

std::string headline(const Layout& layout, const StepReport& report) {
    const Estimate& estimate = report.estimate;
    const std::string step = human_to_milliseconds(estimate.step.total());
    if (estimate.model == CostModel::reference) {
        return fmt::format("step {} (reference model; eta {:.4f}, fitted on {})\n", step, estimate.efficiency,
                           report.fitted_on);
    }
    const auto& band = report.band;
    if (!band) {
        return fmt::format("step {} (calibrated model, calibration '{}'; no published run is like it)\n",
                           step, report.fitted_on) +
               site(report) +
               (report.no_band.empty() ? "" : wrapped("  no error band: " + report.no_band, "  ") + "\n");
    }
    const std::string other_software = not_run_by(*band, layout.software);
    return fmt::format("step {} +- {:.0f} % (calibrated model, calibration '{}')\n", step, band->percent,
                       report.fitted_on) +
           site(report) +
           wrapped(fmt::format(
                       "  +- {:.0f} %: so near came eight of ten of {}{}, predicted without their source{}",
                       band->percent, counted(band->rows, "published run"), likeness(*band),
                       other_software.empty() ? "" : "; " + other_software),
                   "  ") +
           "\n";
}

// What each piece of the step costs and waits for.
std::string reasons(const StepReport& report) {
    if (report.detail == StepDetail::in_short || report.reasons.empty()) return "";
    constexpr std::size_t bound_width = page_width - 47;  // what the columns before it leave
    TextTable table({{"", Align::left}, {""}, {""}, {"", Align::left}});
    for (const CostReason& reason : report.reasons) {
        std::vector<std::string> cells = {
            "  " + std::string(cost_item_names[static_cast<std::size_t>(reason.item)]), human(reason.time),
            percent_of(reason.time / report.estimate.step.total())};
        const std::string bound = wrapped(reason.bound, "", bound_width);
        for (std::size_t begin = 0; begin <= bound.size();) {
            const std::size_t end = std::min(bound.find('\n', begin), bound.size());
            cells.push_back(bound.substr(begin, end - begin));
            table.add(std::move(cells));
            cells = {"", "", ""};
            begin = end + 1;
        }
    }
    return "What the parts are made of, and what bounds each:\n" + table.text();
}

// How TFLOP/s of causal attention were read, as the models differ in it.
std::string reading(const Published& published, CostModel model) {
    if (published.step || published.attention_flops == AttentionCount::full) return "";
    return model == CostModel::reference ? "; its causal FLOPs read in full" : "; FLOPs of causal attention";
}

}  // namespace

std::optional<Seconds> compared_step(const Layout& layout, const Estimate& estimate) {
    if (!layout.published) return std::nullopt;
    const std::string& gpu = layout.published->gpu;
    if (!gpu.empty() && gpu != estimate.rates.gpu) return std::nullopt;
    return published_step(layout, estimate.model == CostModel::reference ? AttentionCount::full
                                                                         : layout.published->attention_flops);
}

std::optional<double> error_percent(const Layout& layout, const Estimate& estimate) {
    const auto published = compared_step(layout, estimate);
    if (!published) return std::nullopt;
    return 100 * (*published / estimate.step.total() - 1);
}

std::string step_table(const Layout& layout, const StepReport& report) {
    const Estimate& estimate = report.estimate;
    const Seconds total = estimate.step.total();
    std::string text = headline(layout, report);
    text += parts(estimate.step);
    text += reasons(report);
    text += wrapped(conventions(layout, estimate.step), "  ") + "\n";
    const auto model =
        model_flops_per_gpu(layout, step_flops(layout, AttentionCount::full, RecomputeCount::model), total);
    text += wrapped(fmt::format("MFU {} of {} ({}); {} tokens/s per GPU; {} GPU-hours for {} tokens",
                                percent_of(model / estimate.rates.peak), human(estimate.rates.peak),
                                precision_names[static_cast<std::size_t>(estimate.rates.counted_precision)],
                                rounded(tokens_per_second_per_gpu(layout, total)),
                                rounded(gpu_hours(layout, total, report.tokens)), compact(report.tokens)),
                    "  ") +
            "\n";
    if (const auto error = error_percent(layout, estimate)) {
        text += wrapped(fmt::format("published: {} ({}{}); the estimate's throughput is {:.1f} % {}",
                                    human_to_milliseconds(*compared_step(layout, estimate)),
                                    layout.published->source, reading(*layout.published, estimate.model),
                                    std::abs(*error), *error < 0 ? "lower" : "higher"),
                        "  ") +
                "\n";
    }
    return text;
}

std::string links_table(const Topology& topology, const Estimate& estimate) {
    TextTable table({{"", Align::left},
                     {"groups"},
                     {"members"},
                     {"domains"},
                     {"in one domain"},
                     {"reach", Align::left},
                     {"inside each"},
                     {"latency"},
                     {"network each"},
                     {"alone"},
                     {"latency"}});
    for (const DimensionLinks& links : estimate.links) {
        for (const GroupClass& c : links.classes) {
            const std::string spread = c.most_in_domain == c.fewest_in_domain
                                           ? grouped(c.most_in_domain)
                                           : fmt::format("{}..{}", c.fewest_in_domain, c.most_in_domain);
            const bool inside = c.most_in_domain > 1;
            const bool network = c.farthest.is_network();
            table.add({std::string(name_of(links.dimension)), grouped(c.groups), grouped(c.members),
                       grouped(c.domains), spread, reach_name(topology, c.farthest),
                       inside ? human(c.inside) : "-", inside ? human(c.inside_latency) : "-",
                       network ? human(c.network) : "-", network ? human(c.network_alone) : "-",
                       network ? human(c.network_latency) : "-"});
        }
    }
    return "What groups see, per member and direction (inside: NVLink, or PCIe without it; network each: all "
           "GPUs\n"
           "sending at once, oversubscription in):\n" +
           table.text();
}

}  // namespace railyard::output
