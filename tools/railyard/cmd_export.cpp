#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/asked_topology.hpp"
#include "railyard/base/error.hpp"
#include "railyard/cluster/launch_plan.hpp"
#include "railyard/cluster/rankfile.hpp"
#include "railyard/cluster/switch_tree.hpp"
#include "railyard/command.hpp"
#include "railyard/host_options.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/output/export_report.hpp"
#include "railyard/placement/load.hpp"
#include "railyard/placement/per_domain.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

struct ExportOptions {
    LayoutOptions layout;
    std::string topology;
    std::string placement_file;
    HostOptions hosts;
    std::string format;
    std::optional<std::uint32_t> cores_per_gpu;  // none: not given
    std::optional<output::SlurmPlugin> plugin;   // none: not given
    OutputOptions output;
};

constexpr std::uint32_t most_cores_per_gpu = 4096;

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const auto& format : output::export_formats()) names.emplace_back(format.name);
    return names;
}

const output::ExportFormat& format_named(const std::string& name) {
    for (const auto& format : output::export_formats()) {
        if (format.name == name) return format;
    }
    throw std::logic_error("the option lets no other name pass");
}

// "No" goes where errors go: standard output is for the file.
int say_no(const std::string& why, const std::string& hint = "") {
    std::fputs(render(Diagnostic{{}, why, hint, "", 0}).c_str(), stderr);
    return exit_no;
}

// An option that only one format reads is refused with another: who gives it counts on it.
void refuse_unread(const std::string& option, const std::string& its_format, const std::string& format) {
    if (format == its_format) return;
    throw InputError(Diagnostic{{},
                                option + " says nothing to --as " + format,
                                "it is for --as " + its_format + ": leave it out",
                                "",
                                0});
}

int run(const ExportOptions& options) {
    if (options.plugin) refuse_unread("--plugin", "slurm-topology-conf", options.format);
    if (options.cores_per_gpu) refuse_unread("--cores-per-gpu", "openmpi-rankfile", options.format);
    const input::Library library(shipped_roots());
    const Layout layout = load_layout(library, options.layout.layout, options.layout.overrides).layout;
    const Topology topology = asked_topology(library, options.topology).topology;
    const RankGrid grid(layout.order, layout.degrees);
    if (options.placement_file.empty()) check_per_domain(topology, layout.placement);
    PlacementResult placed = options.placement_file.empty()
                                 ? place(topology, grid, layout.placement)
                                 : load_placement(topology, grid, options.placement_file);
    if (const auto* no = std::get_if<DoesNotFit>(&placed)) {
        return say_no("the layout does not fit: " + std::to_string(no->short_by) + " GPUs short; " + no->why);
    }
    const std::vector<std::string> hosts = options.hosts.hosts();
    const std::vector<std::string> host_of_rank = options.hosts.host_of_rank();
    if (!host_of_rank.empty()) {
        const auto elsewhere = cluster::ranks_elsewhere(host_of_rank, topology, std::get<Placement>(placed));
        if (elsewhere) {
            return say_no(
                "the rank file starts rank " + std::to_string(elsewhere->first) + " on " + elsewhere->seen +
                    ", the placement has it on " + elsewhere->expected + "; in all " +
                    std::to_string(elsewhere->count) + (elsewhere->count == 1 ? " rank" : " ranks") +
                    " sit elsewhere",
                "give the hosts alone with --hosts, or the placement of the rank file with --placement");
        }
    }
    const auto planned = cluster::plan_launch(layout, topology, grid, std::get<Placement>(placed), hosts);
    if (const auto* no = std::get_if<cluster::TooFewHosts>(&planned)) {
        return say_no("the ranks sit on " + std::to_string(no->servers) + " servers, and --hosts names " +
                          std::to_string(no->hosts),
                      "name " + std::to_string(no->servers - no->hosts) + " more, or leave --hosts out");
    }
    const auto& plan = std::get<cluster::LaunchPlan>(planned);
    const auto written =
        format_named(options.format)
            .write({plan, cluster::servers_to_schedule(plan, hosts), options.cores_per_gpu.value_or(1),
                    options.plugin.value_or(output::SlurmPlugin::tree)});
    if (const auto* no = std::get_if<output::ExportRefusal>(&written)) return say_no(no->why);
    options.output.write(std::get<std::string>(written));
    return exit_done;
}

}  // namespace

void add_export(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("export", "Write a placed job as launchers and schedulers read it");
    const auto options = std::make_shared<ExportOptions>();
    add_layout_options(*command, options->layout);
    command->add_option("--on", options->topology, "A topology or a domain (railyard list), or a file")
        ->type_name("TOPOLOGY")
        ->required();
    command->add_option("--as", options->format, "What to write")
        ->check(one_of(format_names()))
        ->type_name("FORMAT")
        ->required();
    add_host_options(
        *command, options->hosts,
        "The hosts, in order: Slurm's hostlist, or @FILE, a host or rank file (default: rack0-tray0, ...)");
    command
        ->add_option("--placement", options->placement_file,
                     "Export this placement (CSV, as place --ranks writes it)")
        ->type_name("FILE");
    command
        ->add_option("--cores-per-gpu", options->cores_per_gpu,
                     "Cores that a rank is bound to (openmpi-rankfile; default: 1)")
        ->check(CLI::Range(1U, most_cores_per_gpu))
        ->type_name("N");
    command
        ->add_option_function<std::string>(
            "--plugin",
            [options](const std::string& name) {
                options->plugin = name == output::slurm_plugin_names[0] ? output::SlurmPlugin::tree
                                                                        : output::SlurmPlugin::block;
            },
            "Slurm's topology plugin (slurm-topology-conf; default: tree)")
        ->check(one_of({output::slurm_plugin_names.begin(), output::slurm_plugin_names.end()}))
        ->type_name("");
    add_output_options(*command, options->output, {});
    std::string formats = "Formats:\n";
    for (const auto& format : output::export_formats()) {
        formats += "  " + std::string(format.name) + std::string(22 - format.name.size(), ' ') +
                   std::string(format.about) + "\n";
    }
    command->footer(formats);
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
