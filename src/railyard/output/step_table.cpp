#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "railyard/output/explained_parts.hpp"
#include "railyard/output/step_parts.hpp"
#include "railyard/output/step_report.hpp"
#include "railyard/output/step_sentences.hpp"
#include "railyard/topology/link_word.hpp"

namespace railyard::output {
namespace {

std::string percent_of(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string parts(const StepTimes& step) {
    TextTable table({{"", Align::left}, {""}, {""}});
    for (const auto& [name, time] : named_parts(step)) {
        if (time.raw() == 0) continue;
        table.add({"  " + std::string(name), human(time), percent_of(time / step.total())});
    }
    return table.text();
}

std::string headline(const Layout& layout, const StepReport& report) {
    const Estimate& estimate = report.estimate;
    const std::string step = human_to_milliseconds(estimate.step.total());
    if (estimate.model == CostModel::reference) {
        return fmt::format("step {} (reference model; eta {:.4f}, fitted on {})\n", step, estimate.efficiency,
                           report.fitted_on);
    }
    const std::string site = site_sentence(report).empty() ? "" : "  " + site_sentence(report) + "\n";
    const auto& band = report.band;
    if (!band) {
        return fmt::format(
                   "step {} (calibrated model, calibration '{}'; no run it was fitted on is like it)\n", step,
                   report.fitted_on) +
               site +
               (report.no_band.empty() ? "" : wrapped("  no error band: " + report.no_band, "  ") + "\n");
    }
    return fmt::format("step {} +- {:.0f} % (calibrated model, calibration '{}')\n", step, band->percent,
                       report.fitted_on) +
           site +
           wrapped(fmt::format("  +- {:.0f} %: {}", band->percent, band_sentence(layout, report)), "  ") +
           "\n";
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
    std::string text = headline(layout, report);
    text += parts(estimate.step);
    if (report.detail == StepDetail::explained) text += explained_parts(layout, report);
    text += wrapped(conventions_sentence(layout, estimate.step), "  ") + "\n";
    text += wrapped(speed_sentence(layout, report), "  ") + "\n";
    if (const std::string published = published_sentence(layout, report); !published.empty())
        text += wrapped(published, "  ") + "\n";
    return text;
}

std::vector<std::string> step_paragraphs(const Layout& layout, const StepReport& report) {
    const Estimate& estimate = report.estimate;
    std::vector<std::string> paragraphs;
    const auto add = [&](std::string sentence) {
        if (sentence.empty()) return;
        if (sentence.front() >= 'a' && sentence.front() <= 'z')
            sentence.front() = static_cast<char>(sentence.front() - ('a' - 'A'));
        paragraphs.push_back(sentence + (sentence.back() == '.' ? "" : "."));
    };
    if (estimate.model == CostModel::reference) {
        add(fmt::format(
            "The reference model: plain arithmetic in which nothing overlaps, with one constant (eta "
            "{:.4f}) fitted on {}; it has no error band",
            estimate.efficiency, report.fitted_on));
    } else if (report.band) {
        add(fmt::format("The calibrated model, calibration '{}': {} +- {:.0f} %, {}", report.fitted_on,
                        human_to_milliseconds(estimate.step.total()), report.band->percent,
                        band_sentence(layout, report)));
    } else {
        add(fmt::format(
            "The calibrated model, calibration '{}'. No run it was fitted on is like this job, so there is "
            "no error band{}",
            report.fitted_on, report.no_band.empty() ? "" : ": " + report.no_band));
    }
    add(site_sentence(report));
    add(conventions_sentence(layout, estimate.step));
    add(speed_sentence(layout, report));
    add(published_sentence(layout, report));
    return paragraphs;
}

std::string links_table(const Topology& topology, const Estimate& estimate) {
    TextTable table({{"", Align::left},
                     {"groups"},
                     {"members"},
                     {"domains"},
                     {"in one domain"},
                     {"reach", Align::left},
                     {"each", Align::right, "inside"},
                     {"latency", Align::right, "inside"},
                     {"each", Align::right, "network"},
                     {"alone", Align::right, "network"},
                     {"latency", Align::right, "network"}});
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
    const std::string link(link_word(topology));
    return wrapped("What groups see, per member and direction (inside: " + link +
                   ", or PCIe without it; network each: all GPUs sending at once, oversubscription in):") +
           "\n" + table.text();
}

}  // namespace railyard::output
