#include "railyard/estimate/load_constants.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "railyard/base/suggest.hpp"
#include "railyard/estimate/calibration_keys.hpp"
#include "railyard/estimate/load_measured.hpp"
#include "railyard/input/mapping.hpp"

namespace railyard {
namespace {

using input::Mapping;
using input::Node;
using input::Problems;

std::string range(double least, double most) {
    std::ostringstream text;
    text << "from " << least << " to " << most;
    return text.str();
}

void read_constant(const Mapping& keys, Calibration& calibration,
                   std::array<bool, step_constant_count>& seen) {
    const auto name = keys.text("name");
    if (!name) return;
    auto constant = step_constant_named(*name);
    if (!constant) {
        std::vector<std::string> names;
        for (const StepConstantRow& row : step_constant_rows) names.emplace_back(row.name);
        keys.problem("name", "there is no constant '" + *name + "'", suggestion(*name, names));
        // The one that was meant is not missing as well.
        if (const auto meant = nearest(*name, names)) constant = step_constant_named(*meant);
        if (constant) seen[static_cast<std::size_t>(*constant)] = true;
        return;
    }
    const auto i = static_cast<std::size_t>(*constant);
    seen[i] = true;
    const auto value = keys.number("value");
    if (!value) return;
    const StepConstantRow& row = step_constant_rows[i];
    if (*value < row.least || *value > row.most)
        keys.problem("value", *name + " is outside what it can mean", range(row.least, row.most));
    calibration.constants.values[i] = *value;
    calibration.constants.homes[i] = row.start;
    if (const auto start = keys.number("start")) {
        if (*start < row.least || *start > row.most)
            keys.problem("start", *name + " is outside what it can mean", range(row.least, row.most));
        calibration.constants.homes[i] = *start;
    }
    calibration.rows[i] = keys.texts("rows").value_or(std::vector<std::string>{});
}

void read_given(const Mapping& keys, Calibration& calibration) {
    const auto name = keys.text("name");
    const auto value = keys.number("value");
    if (!name) return;
    const auto given = given_named(*name);
    if (!given) {
        std::vector<std::string> names;
        for (const GivenRow& row : given_rows) names.emplace_back(row.name);
        keys.problem("name", "there is no given number '" + *name + "'", suggestion(*name, names));
        return;
    }
    const auto i = static_cast<std::size_t>(*given);
    const GivenRow& row = given_rows[i];
    if (const auto unit = keys.text("unit"); unit && *unit != row.unit)
        keys.problem("unit", *name + " is not in " + *unit, "in " + std::string(row.unit));
    calibration.given_sources[i] = keys.text("source").value_or("");
    if (!value) return;
    if (*value < row.least || *value > row.most)
        keys.problem("value", *name + " is outside what it can mean",
                     range(row.least, row.most) + " " + std::string(row.unit));
    calibration.constants.given[*given] = *value;
}

// A factor beyond these is a wrong unit, not a site.
constexpr double least_site = 0.1;
constexpr double most_site = 10;

void read_site(const Mapping& root, Calibration& calibration) {
    calibration.site = root.number("site").value_or(1);
    if (root.has("site") && (calibration.site < least_site || calibration.site > most_site))
        root.problem("site", "site is outside what it can mean", range(least_site, most_site));
    calibration.site_rows = root.texts("rows").value_or(std::vector<std::string>{});
}

FittedFiles read_files(const Mapping& keys) {
    const auto list = [&](std::string_view key) {
        return keys.texts(key).value_or(std::vector<std::string>{});
    };
    return {list("constants"), list("site"), list("curves")};
}

GpuFacts read_gpu(const Mapping& keys) {
    GpuFacts facts;
    facts.gpu = keys.text("gpu").value_or("");
    facts.generation = keys.choice<Generation>("generation").value_or(Generation::ampere);
    facts.best_bf16 = keys.compute_rate("best_bf16").value_or(FlopsPerSecond{});
    facts.best_fp8 = keys.compute_rate("best_fp8").value_or(FlopsPerSecond{});
    facts.multiprocessors = keys.whole("multiprocessors").value_or(1);
    facts.half_depth = keys.number("half_depth").value_or(0);
    facts.sources = keys.text("sources").value_or("");
    return facts;
}

DomainCurve read_curve(const Mapping& keys) {
    DomainCurve curve;
    curve.small_base = keys.duration("small_base").value_or(Seconds{});
    curve.small_step = keys.duration("small_step").value_or(Seconds{});
    curve.small_share = keys.number("small_share").value_or(1);
    curve.small_few_members = keys.number("small_few_members").value_or(0);
    curve.large_base = keys.duration("large_base").value_or(Seconds{});
    curve.large_step = keys.duration("large_step").value_or(Seconds{});
    curve.large_share = keys.number("large_share").value_or(1);
    curve.few_members = keys.number("few_members").value_or(0);
    curve.large_floor = keys.duration("large_floor").value_or(Seconds{});
    curve.simple_start = keys.duration("simple_start").value_or(Seconds{});
    return curve;
}

NetworkCurve read_network(const Mapping& keys) {
    NetworkCurve curve;
    curve.share = keys.number("share").value_or(1);
    curve.small_hop = keys.duration("small_hop").value_or(Seconds{});
    curve.small_share = keys.number("small_share").value_or(1);
    curve.large_base = keys.duration("large_base").value_or(Seconds{});
    curve.large_step = keys.duration("large_step").value_or(Seconds{});
    curve.most_per_group = keys.bandwidth("most_per_group").value_or(BytesPerSecond{});
    curve.tree_share = keys.number("tree_share").value_or(1);
    return curve;
}

PlatformCurves read_platform(const Mapping& keys, const GivenValues& given) {
    PlatformCurves platform;
    platform.curves.low_latency_send = bytes(given[Given::low_latency_send]);
    platform.name = keys.text("platform").value_or("");
    platform.gpus = keys.texts("gpus").value_or(std::vector<std::string>{});
    constexpr std::array<std::string_view, collective_count> names = {"all_reduce", "all_gather",
                                                                      "reduce_scatter", "all_to_all"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const auto curve = keys.section(names[i])) platform.curves.domain[i] = read_curve(*curve);
    if (const auto nvls = keys.section("nvls")) {
        platform.curves.nvls =
            NvlsCurve{nvls->whole("least_members").value_or(2), nvls->duration("step").value_or(Seconds{}),
                      nvls->number("share").value_or(1)};
    }
    if (const auto network = keys.section("network")) platform.curves.network = read_network(*network);
    return platform;
}

CountRange read_range(const Mapping& keys, std::string_view key) {
    const auto ends = keys.wholes(key);
    if (!ends) return {};
    if (ends->size() != 2 || ends->front() > ends->back()) {
        keys.problem(key, "the least and the most are asked for", "[2048, 8192]");
        return {};
    }
    return {ends->front(), ends->back()};
}

// Words that name enumerators, in the order of these.
template <class E, std::size_t n>
void read_names(const Mapping& keys, std::string_view key, const std::array<std::string_view, n>& names,
                std::vector<E>& found) {
    for (const std::string& name : keys.texts(key).value_or(std::vector<std::string>{})) {
        const auto* const known = std::find(names.begin(), names.end(), name);
        if (known != names.end()) {
            found.push_back(static_cast<E>(known - names.begin()));
            continue;
        }
        std::string all;
        for (const std::string_view one : names) all += (all.empty() ? "" : ", ") + std::string(one);
        keys.problem(key, "'" + name + "' is none of " + all);
    }
}

ErrorBand read_band(const Mapping& keys) {
    ErrorBand band;
    band.kind = keys.choice<RunKind>("kind").value_or(RunKind::dense);
    band.generation = keys.choice<Generation>("generation");
    band.most_gpus = keys.whole("most_gpus").value_or(0);
    band.percent = keys.number("percent").value_or(0);
    band.rows = keys.whole("rows").value_or(0);
    band.origin = keys.choice<RunOrigin>("of").value_or(RunOrigin::published);
    band.left_out = keys.choice<LeftOut>("left_out").value_or(LeftOut::source);
    band.lengths = read_range(keys, "lengths");
    band.gpus = read_range(keys, "gpus");
    read_names(keys, "generations", generation_names, band.generations);
    read_names(keys, "links", job_links_names, band.links);
    read_names(keys, "products", product_precision_names, band.products);
    read_names(keys, "software", software_names, band.software);
    return band;
}

}  // namespace

std::string shipped_file(const input::Library& library, const std::string& below) {
    for (const std::string& root : library.roots()) {
        const std::string path = root + "/" + below;
        if (std::ifstream(path).good()) return path;
    }
    throw InputError(Diagnostic{
        {}, "there is no " + below + " among the shipped files", "is RAILYARD_PATH right?", "", 0});
}

std::string calibration_file(const input::Library& library, const std::string& asked) {
    const bool is_shipped = asked.empty() || (asked == "shipped" && !std::ifstream(asked).good());
    return is_shipped ? shipped_file(library, shipped_calibration) : asked;
}

Calibration load_calibration(const std::string& path) {
    const input::Document document = load_measured(path, MeasuredFile::calibration);
    Problems problems;
    const Mapping root(problems, document.root, document.root.mark, calibration_file_keys);
    Calibration calibration;
    if (root.is_mapping()) {
        calibration.name = root.text("calibration").value_or("");
        calibration.about = root.text("about").value_or("");
        read_site(root, calibration);
        if (const auto keys = root.section("files")) calibration.files = read_files(*keys);
        std::array<bool, step_constant_count> seen{};
        for (const Mapping& keys : root.sections("constants")) read_constant(keys, calibration, seen);
        for (std::size_t i = 0; i < step_constant_count; ++i) {
            if (seen[i]) continue;
            const StepConstantRow& row = step_constant_rows[i];
            if (!row.unsaid) root.problem("constants", std::string(row.name) + " is missing");
            calibration.constants.values[i] = calibration.constants.homes[i] = row.unsaid.value_or(row.start);
        }
        for (const Mapping& keys : root.sections("given")) read_given(keys, calibration);
        for (const Mapping& keys : root.sections("gpus")) calibration.gpus.push_back(read_gpu(keys));
        for (const Mapping& keys : root.sections("platforms"))
            calibration.platforms.push_back(read_platform(keys, calibration.constants.given));
        for (const Mapping& keys : root.sections("bands")) calibration.bands.push_back(read_band(keys));
    }
    problems.throw_if_any();
    return calibration;
}

}  // namespace railyard
