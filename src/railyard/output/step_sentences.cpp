#include "railyard/output/step_sentences.hpp"

#include <fmt/format.h>

#include <cmath>

#include "railyard/job/flops.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

// How TFLOP/s of causal attention were read, as the models differ in it.
std::string reading(const Published& published, CostModel model) {
    if (published.step || published.attention_flops == AttentionCount::full) return "";
    return model == CostModel::reference ? "; its causal FLOPs read in full" : "; FLOPs of causal attention";
}

}  // namespace

std::string conventions_sentence(const Layout& layout, const StepTimes& step) {
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

std::string speed_sentence(const Layout& layout, const StepReport& report) {
    const Estimate& estimate = report.estimate;
    const Seconds total = estimate.step.total();
    const auto model =
        model_flops_per_gpu(layout, step_flops(layout, AttentionCount::full, RecomputeCount::model), total);
    return fmt::format("MFU {:.1f} % of {} ({}); {} tokens/s per GPU; {} GPU-hours for {} tokens",
                       100 * (model / estimate.rates.peak), human(estimate.rates.peak),
                       precision_names[static_cast<std::size_t>(estimate.rates.counted_precision)],
                       rounded(tokens_per_second_per_gpu(layout, total)),
                       rounded(gpu_hours(layout, total, report.tokens)), compact(report.tokens));
}

std::string band_sentence(const Layout& layout, const StepReport& report) {
    const std::string other_software = not_run_by(*report.band, layout.software);
    return fmt::format("so near came eight of ten of {}{}, {}{}", runs_of(*report.band),
                       likeness(*report.band), how_left_out(*report.band),
                       other_software.empty() ? "" : "; " + other_software);
}

std::string site_sentence(const StepReport& report) {
    if (report.site == 1) return "";
    std::string text = fmt::format("every part times {:.3f}, the site's factor", report.site);
    if (!report.site_rows.empty()) {
        text += ", fitted on " + shortened(report.site_rows.front(), 40);
        if (report.site_rows.size() > 1) text += fmt::format(" and {} more", report.site_rows.size() - 1);
    }
    return text;
}

std::string published_sentence(const Layout& layout, const StepReport& report) {
    const auto error = error_percent(layout, report.estimate);
    if (!error) return "";
    return fmt::format("published: {} ({}{}); the estimate's throughput is {:.1f} % {}",
                       human_to_milliseconds(*compared_step(layout, report.estimate)),
                       layout.published->source, reading(*layout.published, report.estimate.model),
                       std::abs(*error), *error < 0 ? "lower" : "higher");
}

}  // namespace railyard::output
