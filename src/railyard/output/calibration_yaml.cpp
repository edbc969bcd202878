#include "railyard/output/calibration_yaml.hpp"

#include <fmt/format.h>

namespace railyard::output {
namespace {

// Text in double quotes: a name may hold anything.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + "\"";
}

std::vector<std::string> quoted_all(std::vector<std::string> words) {
    for (std::string& word : words) word = quoted(word);
    return words;
}

std::string list_of(const std::vector<std::string>& words) {
    std::string text;
    std::size_t column = 0;
    for (const std::string& word : words) {
        if (!text.empty()) text += ",";
        if (column + word.size() > 96) {
            text += "\n       ";
            column = 0;
        }
        text += (text.empty() ? "" : " ") + word;
        column += word.size() + 2;
    }
    return "[" + text + "]";
}

std::string files(const FittedFiles& fitted) {
    std::string text;
    const auto add = [&](std::string_view key, const std::vector<std::string>& names) {
        if (!names.empty()) text += fmt::format("  {}: {}\n", key, list_of(quoted_all(names)));
    };
    add("constants", fitted.constants);
    add("site", fitted.site);
    add("curves", fitted.curves);
    return text.empty() ? "" : "files:\n" + text;
}

// Ends of a range, and words, as further keys of a band; nothing where they are not known.
std::string range(std::string_view key, const CountRange& counts) {
    return counts.most == 0 ? "" : fmt::format(", {}: [{}, {}]", key, counts.least, counts.most);
}
template <class E, std::size_t n>
std::string names(std::string_view key, const std::array<std::string_view, n>& all,
                  const std::vector<E>& some) {
    if (some.empty()) return "";
    std::vector<std::string> words;
    for (const E one : some) words.emplace_back(all[static_cast<std::size_t>(one)]);
    return fmt::format(", {}: {}", key, list_of(words));
}

std::string duration(Seconds time) {
    return fmt::format("{:.4g} us", time.raw() * 1e6);
}

std::string curve(std::string_view name, const DomainCurve& c) {
    return fmt::format(
        "    {}:\n      {{small_base: {}, small_step: {}, small_share: {:.4g}, small_few_members: {:.4g},\n"
        "       large_base: {}, large_step: {}, large_share: {:.4g}, few_members: {:.4g}, large_floor: "
        "{}{}}}\n",
        name, duration(c.small_base), duration(c.small_step), c.small_share, c.small_few_members,
        duration(c.large_base), duration(c.large_step), c.large_share, c.few_members, duration(c.large_floor),
        c.simple_start.raw() > 0 ? ",\n       simple_start: " + duration(c.simple_start) : "");
}

std::string platform(const PlatformCurves& p) {
    std::string text = fmt::format("  - platform: {}\n    gpus: {}\n", quoted(p.name), list_of(p.gpus));
    constexpr std::array<std::string_view, collective_count> names = {"all_reduce", "all_gather",
                                                                      "reduce_scatter", "all_to_all"};
    for (std::size_t i = 0; i < names.size(); ++i) text += curve(names[i], p.curves.domain[i]);
    if (const auto& nvls = p.curves.nvls) {
        text += fmt::format("    nvls: {{least_members: {}, step: {}, share: {:.4g}}}\n", nvls->least_members,
                            duration(nvls->step), nvls->share);
    }
    const NetworkCurve& n = p.curves.network;
    return text + fmt::format(
                      "    network: {{share: {:.4g}, small_hop: {}, small_share: {:.4g}, large_base: {},\n"
                      "      large_step: {}, most_per_group: {:.4g} GB/s, tree_share: {:.4g}}}\n",
                      n.share, duration(n.small_hop), n.small_share, duration(n.large_base),
                      duration(n.large_step), n.most_per_group.raw() / 1e9, n.tree_share);
}

std::string gpu(const GpuFacts& g) {
    std::string text =
        fmt::format("  - gpu: {}\n    generation: {}\n    best_bf16: {:g} TFLOP/s\n", g.gpu,
                    generation_names[static_cast<std::size_t>(g.generation)], g.best_bf16.raw() / 1e12);
    if (g.best_fp8.raw() > 0) text += fmt::format("    best_fp8: {:g} TFLOP/s\n", g.best_fp8.raw() / 1e12);
    text += fmt::format("    multiprocessors: {:g}\n    half_depth: {:g}\n", g.multiprocessors, g.half_depth);
    if (!g.sources.empty()) text += "    sources: " + quoted(g.sources) + "\n";
    return text;
}

std::string constant(const Calibration& calibration, std::size_t i) {
    const StepConstantRow& row = step_constant_rows[i];
    std::string text = fmt::format("  - name: {}\n    value: {:.6g}\n    about: {}\n", row.name,
                                   calibration.constants.values[i], quoted(std::string(row.about)));
    const double home = calibration.constants.homes[i];
    if (home != row.start) text += fmt::format("    start: {:.6g}\n", home);
    if (!calibration.rows[i].empty()) text += "    rows: " + list_of(calibration.rows[i]) + "\n";
    return text;
}

std::string given(const Calibration& calibration, std::size_t i) {
    const GivenRow& row = given_rows[i];
    const std::string& source = calibration.given_sources[i];
    return fmt::format("  - name: {}\n    value: {:.10g}\n    unit: {}\n    about: {}\n    source: {}\n",
                       row.name, calibration.constants.given.values[i], row.unit,
                       quoted(std::string(row.about)),
                       quoted(source.empty() ? std::string(row.source) : source));
}

}  // namespace

std::string calibration_yaml(const Calibration& calibration) {
    std::string text =
        "# Written by `railyard calibrate`; `--calibration` takes it. docs/model.md says what "
        "every constant means.\n";
    text += "calibration: " + quoted(calibration.name) + "\n";
    if (!calibration.about.empty()) text += "about: " + quoted(calibration.about) + "\n";
    if (calibration.site != 1) text += fmt::format("site: {:.6g}\n", calibration.site);
    if (!calibration.site_rows.empty()) text += "rows: " + list_of(quoted_all(calibration.site_rows)) + "\n";
    text += files(calibration.files);
    text += "constants:\n";
    for (std::size_t i = 0; i < step_constant_count; ++i) text += constant(calibration, i);
    text += "# No fit moves these.\ngiven:\n";
    for (std::size_t i = 0; i < given_count; ++i) text += given(calibration, i);
    text += "gpus:\n";
    for (const GpuFacts& g : calibration.gpus) text += gpu(g);
    text += "platforms:\n";
    for (const PlatformCurves& p : calibration.platforms) text += platform(p);
    if (!calibration.bands.empty()) text += "bands:\n";
    for (const ErrorBand& band : calibration.bands) {
        text += fmt::format("  - {{kind: {}", run_kind_names[static_cast<std::size_t>(band.kind)]);
        if (band.generation)
            text +=
                fmt::format(", generation: {}", generation_names[static_cast<std::size_t>(*band.generation)]);
        if (band.most_gpus != 0) text += fmt::format(", most_gpus: {}", band.most_gpus);
        text += fmt::format(", percent: {:.3g}, rows: {}", band.percent, band.rows);
        if (band.origin != RunOrigin::published) text += ", of: own";
        if (band.left_out != LeftOut::source) text += ", left_out: run";
        const std::string had =
            range("lengths", band.lengths) + range("gpus", band.gpus) +
            (band.generation ? "" : names("generations", generation_names, band.generations)) +
            names("links", job_links_names, band.links) +
            names("products", product_precision_names, band.products);
        if (!had.empty()) text += ",\n    " + had.substr(1);
        if (!band.software.empty())
            text += ",\n    " + names("software", software_names, band.software).substr(1);
        text += "}\n";
    }
    return text;
}

}  // namespace railyard::output
