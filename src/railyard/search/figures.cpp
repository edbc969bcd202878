#include "railyard/search/figures.hpp"

#include <algorithm>
#include <array>

#include "railyard/base/suggest.hpp"
#include "railyard/job/flops.hpp"

namespace railyard {
namespace {

using Value = std::optional<double>;
using enum CellKind;
using enum FigurePhase;
constexpr auto no_needs = FigureNeeds::nothing;
constexpr auto by_stage = FigureNeeds::bytes_by_stage;
constexpr auto billed = FigureNeeds::bill;

constexpr double gibibyte = 1073741824.0;
constexpr double trillion = 1e12;

template <Dimension dimension>
Value degree(const PointFacts& facts) {
    return facts.layout.degrees.of(dimension);
}

const StepTimes& step(const PointFacts& facts) {
    return facts.assessment->estimate.step;
}

template <Seconds StepTimes::*part>
Value part_seconds(const PointFacts& facts) {
    return (step(facts).*part).raw();
}

const DimensionReport* report_of(const PointFacts& facts, Dimension dimension) {
    for (const DimensionReport& report : facts.assessment->evaluation.dimensions)
        if (report.hops.dimension == dimension) return &report;
    return nullptr;
}

// Of the hops of a dimension, those on NVLink; nothing where it has none.
template <Dimension dimension>
Value nvlink_share(const PointFacts& facts) {
    const DimensionReport* report = report_of(facts, dimension);
    if (report == nullptr || report->hops.hops.total() == 0) return std::nullopt;
    return static_cast<double>(report->hops.hops.nvlink) / static_cast<double>(report->hops.hops.total());
}

template <Dimension dimension>
Value network_terabytes(const PointFacts& facts) {
    const DimensionReport* report = report_of(facts, dimension);
    if (report == nullptr) return std::nullopt;
    const auto i = report - facts.assessment->evaluation.dimensions.data();
    return facts.assessment->estimate.bytes.at(static_cast<std::size_t>(i)).network().raw() / 1e12;
}

Value all_nvlink_terabytes(const PointFacts& facts) {
    Bytes sum;
    for (const TrafficBytes& bytes : facts.assessment->estimate.bytes) sum += bytes.nvlink;
    return sum.raw() / 1e12;
}
Value all_network_terabytes(const PointFacts& facts) {
    Bytes sum;
    for (const TrafficBytes& bytes : facts.assessment->estimate.bytes) sum += bytes.network();
    return sum.raw() / 1e12;
}

Bytes capacity(const PointFacts& facts) {
    return facts.assessment->estimate.rates.gpu_memory - facts.terms.reserved;
}

double seconds_per_trillion(const PointFacts& facts) {
    return trillion / step_tokens(facts.layout) * step(facts).total().raw();
}

Value kilowatts(const PointFacts& facts) {
    return facts.bill->power ? Value(facts.bill->power->raw() / 1e3) : std::nullopt;
}
Value megawatt_hours_per_trillion(const PointFacts& facts) {
    if (!facts.bill->power) return std::nullopt;
    return (*facts.bill->power * seconds(seconds_per_trillion(facts))).raw() / 3.6e9;
}
// The machine's cost, spread over its years, and the electricity.
Value cost_per_trillion(const PointFacts& facts) {
    if (!facts.bill->cost) return std::nullopt;
    constexpr double seconds_per_year = 365.25 * 24 * 3600;
    const double share = seconds_per_trillion(facts) / (facts.terms.years * seconds_per_year);
    const double electricity =
        megawatt_hours_per_trillion(facts).value_or(0) * 1000 * facts.terms.per_kilowatt_hour.raw();
    return facts.bill->cost->raw() * share + electricity;
}

const Placement& placement(const PointFacts& facts) {
    return facts.assessment->evaluation.placement;
}
const DomainKind& first_kind(const PointFacts& facts) {
    return facts.topology.kinds()[facts.topology.runs().front().kind];
}

constexpr auto all_figures = std::to_array<Figure>({
    {"ranks", "", whole, laid_out, no_needs, "ranks of the job, tp x cp x pp x dp",
     [](const PointFacts& f) -> Value { return f.layout.degrees.ranks(); }},
    {"tp", "parallel.tp", whole, laid_out, no_needs, "tensor parallel degree", degree<Dimension::tp>},
    {"cp", "parallel.cp", whole, laid_out, no_needs, "context parallel degree", degree<Dimension::cp>},
    {"pp", "parallel.pp", whole, laid_out, no_needs, "pipeline parallel degree", degree<Dimension::pp>},
    {"dp", "parallel.dp", whole, laid_out, no_needs, "data parallel degree", degree<Dimension::dp>},
    {"ep", "parallel.ep", whole, laid_out, no_needs, "expert parallel degree", degree<Dimension::ep>},
    {"etp", "parallel.etp", whole, laid_out, no_needs, "tensor parallel degree inside experts",
     degree<Dimension::etp>},
    {"edp", "", whole, laid_out, no_needs, "replicas of each expert", degree<Dimension::edp>},
    {"sequences", "batch.sequences", whole, laid_out, no_needs, "sequences of one step",
     [](const PointFacts& f) -> Value { return f.layout.batch.sequences; }},
    {"micro", "batch.micro", whole, laid_out, no_needs, "sequences of one micro-batch",
     [](const PointFacts& f) -> Value { return f.layout.batch.micro; }},
    {"micro_batches", "", whole, laid_out, no_needs, "micro-batches of a replica in one step",
     [](const PointFacts& f) -> Value { return f.layout.micro_batches(); }},
    {"layers", "model.layers", whole, laid_out, no_needs, "layers of the model",
     [](const PointFacts& f) -> Value { return f.layout.model.layers; }},
    {"domain_gpus", "domain.gpus", whole, laid_out, no_needs, "GPUs of the (first kind of) domain",
     [](const PointFacts& f) -> Value { return f.topology.domain(DomainId(0)).gpus; }},
    {"server_gpus", "server.gpus", whole, laid_out, no_needs, "GPUs of its servers",
     [](const PointFacts& f) -> Value { return first_kind(f).servers.gpus; }},
    {"nvlink_gb_per_second", "", number, laid_out, no_needs, "NVLink of one GPU, per direction",
     [](const PointFacts& f) -> Value { return first_kind(f).nvlink_per_gpu().raw() / 1e9; }},
    {"nic_gbit_per_second", "", number, laid_out, no_needs, "share of the NICs of one GPU, per direction",
     [](const PointFacts& f) -> Value { return first_kind(f).nic_share().raw() * 8 / 1e9; }},

    {"domains", "", whole, evaluated, no_needs, "domains that hold a rank",
     [](const PointFacts& f) -> Value { return placement(f).domains_used; }},
    {"servers", "", whole, evaluated, no_needs, "servers that hold a rank",
     [](const PointFacts& f) -> Value { return placement(f).servers_used; }},
    {"gpus_idle", "", whole, evaluated, no_needs, "healthy GPUs of these domains without a rank",
     [](const PointFacts& f) -> Value { return placement(f).gpus_idle; }},
    {"gpus_spare", "", whole, evaluated, no_needs, "those of them that per_domain keeps back",
     [](const PointFacts& f) -> Value { return placement(f).gpus_spare; }},
    {"step_seconds", "", number, evaluated, no_needs, "time of one step",
     [](const PointFacts& f) -> Value { return step(f).total().raw(); }},
    {"compute_seconds", "", number, evaluated, no_needs, "its computation",
     part_seconds<&StepTimes::compute>},
    {"tp_seconds", "", number, evaluated, no_needs, "its tensor traffic", part_seconds<&StepTimes::tp>},
    {"cp_seconds", "", number, evaluated, no_needs, "its context traffic", part_seconds<&StepTimes::cp>},
    {"ep_seconds", "", number, evaluated, no_needs, "its expert exchanges", part_seconds<&StepTimes::ep>},
    {"pp_seconds", "", number, evaluated, no_needs, "its sends between stages", part_seconds<&StepTimes::pp>},
    {"dp_seconds", "", number, evaluated, no_needs, "its gradients and parameters",
     part_seconds<&StepTimes::dp>},
    {"bubble_seconds", "", number, evaluated, no_needs, "its waiting in the pipeline",
     part_seconds<&StepTimes::bubble>},
    {"tokens_per_second", "", number, evaluated, no_needs, "of the whole job",
     [](const PointFacts& f) -> Value { return step_tokens(f.layout) / step(f).total().raw(); }},
    {"tokens_per_second_per_gpu", "", number, evaluated, no_needs, "of one GPU with a rank",
     [](const PointFacts& f) -> Value { return tokens_per_second_per_gpu(f.layout, step(f).total()); }},
    {"gpu_hours_per_trillion_tokens", "", number, evaluated, no_needs, "GPUs with a rank",
     [](const PointFacts& f) -> Value { return gpu_hours(f.layout, step(f).total(), trillion); }},
    {"memory_gib", "", number, evaluated, no_needs, "memory that the fullest GPU needs",
     [](const PointFacts& f) -> Value { return f.assessment->memory.raw() / gibibyte; }},
    {"memory_spare_gib", "memory.spare", number, evaluated, no_needs,
     "what is left of a GPU's; negative: missing",
     [](const PointFacts& f) -> Value { return (capacity(f) - f.assessment->memory).raw() / gibibyte; }},
    {"memory_fits", "memory.fits", yes_no, evaluated, no_needs, "whether the job fits into memory",
     [](const PointFacts& f) -> Value { return f.assessment->memory <= capacity(f) ? 1 : 0; }},
    {"tp_nvlink_share", "", number, evaluated, no_needs, "tensor hops on NVLink, 0 to 1",
     nvlink_share<Dimension::tp>},
    {"cp_nvlink_share", "", number, evaluated, no_needs, "context hops on NVLink, 0 to 1",
     nvlink_share<Dimension::cp>},
    {"pp_nvlink_share", "", number, evaluated, no_needs, "hops between stages on NVLink, 0 to 1",
     nvlink_share<Dimension::pp>},
    {"dp_nvlink_share", "", number, evaluated, no_needs, "gradient hops on NVLink, 0 to 1",
     nvlink_share<Dimension::dp>},
    {"ep_nvlink_share", "", number, evaluated, no_needs, "expert pairs on NVLink, 0 to 1",
     nvlink_share<Dimension::ep>},
    {"edp_nvlink_share", "", number, evaluated, no_needs, "expert gradient hops on NVLink, 0 to 1",
     nvlink_share<Dimension::edp>},
    {"nvlink_tb_per_step", "", number, evaluated, by_stage, "bytes of the whole job on NVLink",
     all_nvlink_terabytes},
    {"network_tb_per_step", "", number, evaluated, by_stage, "bytes of the whole job on the network",
     all_network_terabytes},
    {"tp_network_tb_per_step", "", number, evaluated, by_stage, "tensor bytes on the network",
     network_terabytes<Dimension::tp>},
    {"cp_network_tb_per_step", "", number, evaluated, by_stage, "context bytes on the network",
     network_terabytes<Dimension::cp>},
    {"pp_network_tb_per_step", "", number, evaluated, by_stage, "bytes between stages on the network",
     network_terabytes<Dimension::pp>},
    {"dp_network_tb_per_step", "", number, evaluated, by_stage, "gradients and parameters on the network",
     network_terabytes<Dimension::dp>},
    {"ep_network_tb_per_step", "", number, evaluated, by_stage, "expert bytes on the network",
     network_terabytes<Dimension::ep>},
    {"cost", "", number, evaluated, billed, "of the machine, in the currency of its files",
     [](const PointFacts& f) -> Value { return f.bill->cost ? Value(f.bill->cost->raw()) : std::nullopt; }},
    {"power_kw", "", number, evaluated, billed, "that the machine draws under load", kilowatts},
    {"cost_per_trillion_tokens", "", number, evaluated, billed,
     "the machine's cost over its years, and electricity", cost_per_trillion},
    {"mwh_per_trillion_tokens", "", number, evaluated, billed, "energy", megawatt_hours_per_trillion},
});

constexpr std::array<std::string_view, 8> usual = {
    "ranks",      "domains",     "gpus_idle", "step_seconds", "tokens_per_second_per_gpu",
    "memory_gib", "memory_fits", "cost"};

std::string with_blanks_joined(std::string_view name) {
    std::string joined(name);
    std::replace(joined.begin(), joined.end(), '.', '_');
    return joined;
}

}  // namespace

std::span<const Figure> figures() {
    return all_figures;
}

std::optional<std::size_t> figure_named(std::string_view name) {
    for (std::size_t i = 0; i < all_figures.size(); ++i) {
        const Figure& figure = all_figures[i];
        if (name == figure.column || (!figure.alias.empty() && name == figure.alias)) return i;
    }
    for (std::size_t i = 0; i < all_figures.size(); ++i) {
        if (!all_figures[i].alias.empty() &&
            with_blanks_joined(name) == with_blanks_joined(all_figures[i].alias))
            return i;
    }
    return std::nullopt;
}

std::string figure_suggestion(std::string_view name) {
    std::vector<std::string> known;
    for (const Figure& figure : all_figures) {
        known.emplace_back(figure.column);
        if (!figure.alias.empty()) known.emplace_back(figure.alias);
    }
    std::string text = suggestion(name, known);
    if (!text.starts_with("known:")) return text;
    return "railyard list --figures names them all: step_seconds, memory_gib, cost, ...";
}

Better better_of(std::string_view column) {
    const bool more = column.starts_with("tokens_per_second") || column.ends_with("_nvlink_share") ||
                      column == "memory_spare_gib" || column == "memory_fits";
    return more ? Better::higher : Better::lower;
}

std::span<const std::string_view> usual_columns() {
    return usual;
}

}  // namespace railyard
