#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/cluster/allocation.hpp"
#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/merge.hpp"
#include "railyard/command.hpp"
#include "railyard/host_options.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/machine/observed.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/output/check_report.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

struct CheckOptions {
    LayoutOptions layout;
    std::string topology;
    std::vector<std::string> files;
    HostOptions hosts;
    OutputOptions output;
};

void append(Findings& findings, Findings more) {
    for (Finding& finding : more) findings.push_back(std::move(finding));
}

// Everything that was read, before it is compared.
struct Gathered {
    machine::Observed machine;
    std::optional<cluster::Cluster> cluster;
    std::vector<output::CheckedSource> sources;
    Findings findings;  // of the reading itself: disagreements between sources
};

[[noreturn]] void refuse_unknown(const input::Source& source) {
    std::string known;
    for (const auto& each : machine::source_formats()) known += std::string(each.about) + "; ";
    for (const auto& each : cluster::cluster_formats()) known += std::string(each.about) + "; ";
    known.resize(known.size() - 2);
    throw InputError(source.problem({}, "this says nothing of a machine or cluster that is known here",
                                    "what can be read: " + known));
}

void add_cluster(const cluster::ClusterFormat& format, const input::SourcePtr& source, Gathered& gathered) {
    cluster::Cluster read = format.read(source);
    gathered.sources.push_back({source->name(), std::string(format.name), cluster::told_by(read)});
    if (!gathered.cluster) {
        gathered.cluster = std::move(read);
        return;
    }
    append(gathered.findings, cluster::merge_into(*gathered.cluster, read));
}

void read_file(const std::string& path, Gathered& gathered) {
    const input::SourcePtr source = input::read_source(path, machine::largest_machine_file);
    if (machine::recognise(source->text()) == nullptr) {
        const cluster::ClusterFormat* format = cluster::recognise_cluster(source->text());
        if (format == nullptr) refuse_unknown(*source);
        return add_cluster(*format, source, gathered);
    }
    machine::Observed read = machine::read_machine(*source);
    gathered.sources.push_back({path, read.sources.front().format, ""});
    gathered.machine = std::move(read);
}

// What the cluster files and the hosts of --hosts say of the job.
void check_cluster(const CheckOptions& options, const Topology& topology, const Layout& layout,
                   Gathered& gathered) {
    const std::vector<std::string> hosts = options.hosts.hosts();
    if (!gathered.cluster) {
        if (hosts.empty()) return;
        throw InputError(Diagnostic{{},
                                    "--hosts needs a file of the cluster",
                                    "--machine topology.conf, the output of scontrol show topology, "
                                    "ibnetdiscover or kubectl get nodes -o yaml",
                                    "",
                                    0});
    }
    append(gathered.findings, cluster::clique_findings(*gathered.cluster));
    if (hosts.empty()) return;
    const RankGrid grid(layout.order, layout.degrees);
    const PlacementResult placed = place(topology, grid, layout.placement);
    if (const auto* no = std::get_if<DoesNotFit>(&placed)) {
        gathered.findings.push_back({Severity::mismatch, topology.name(),
                                     std::to_string(no->ranks) + " GPUs for the layout",
                                     std::to_string(no->available), no->why});
        return;
    }
    append(gathered.findings, cluster::check_allocation({layout, topology, grid, std::get<Placement>(placed),
                                                         *gathered.cluster, hosts}));
}

int run(const CheckOptions& options) {
    const input::Library library(shipped_roots());
    auto [layout, notes] = load_layout(library, options.layout.layout, options.layout.overrides);
    const LoadedTopology on = load_topology(library, options.topology);
    notes.insert(notes.end(), on.notes.begin(), on.notes.end());
    Gathered gathered;
    for (const std::string& file : options.files) read_file(file, gathered);

    check_cluster(options, on.topology, layout, gathered);
    if (gathered.cluster)
        notes.insert(notes.end(), gathered.cluster->notes.begin(), gathered.cluster->notes.end());
    output::CheckReport report{layout.name, on.topology.name(), gathered.sources,
                               {},          gathered.findings,  notes};
    options.output.write(options.output.format == Format::json
                             ? check_json(report)
                             : check_table(report, options.output.shows_colour() ? output::Colour::ansi
                                                                                 : output::Colour::none));
    return any_mismatch(report.findings) ? exit_no : exit_done;
}

}  // namespace

void add_check(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "check", "Say what of a real machine is not as its topology says, and what it does");
    const auto options = std::make_shared<CheckOptions>();
    add_layout_options(*command, options->layout);
    command->add_option("--on", options->topology, "What the machine should be: a topology or a domain")
        ->type_name("TOPOLOGY")
        ->required();
    command->add_option("--machine", options->files, "What the machine says of itself; any number of files")
        ->type_name("FILE")
        ->required();
    add_host_options(*command, options->hosts,
                     "The hosts of an allocation, in order: Slurm's hostlist, or @FILE");
    add_output_options(*command, options->output, {Format::table, Format::json});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
