#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <memory>
#include <optional>
#include <string>

#include "railyard/answer_format.hpp"
#include "railyard/asked_topology.hpp"
#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/output/show_report.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

struct ShowOptions {
    std::string topology;
    std::optional<std::uint32_t> domains;
    OutputOptions output;
};

Shown chosen_part(const ShowOptions& options, const LoadedTopology& loaded) {
    const Topology& topology = loaded.topology;
    if (options.domains && !topology.as_needed()) {
        throw InputError(Diagnostic{{},
                                    "'" + topology.name() + "' has a number of domains of its own",
                                    "leave --domains out, or write 'count: as needed' in the file",
                                    "",
                                    0});
    }
    if (options.domains && *options.domains > most_domains(topology)) {
        throw InputError(Diagnostic{
            {}, "--domains is too large", "at most " + std::to_string(most_domains(topology)), "", 0});
    }
    if (loaded.named == NamedFile::domain && !options.domains) return domain_alone(topology);
    return shown_part(topology, options.domains);
}

std::string written(const ShowOptions& options, const output::ShowReport& report) {
    const auto colour = options.output.shows_colour() ? output::Colour::ansi : output::Colour::none;
    const auto table = [&](const output::ShowReport& answer) { return show_table(answer, colour); };
    return in_format(options.output.format, report, table, output::show_json, output::show_csv);
}

int run(const ShowOptions& options) {
    const input::Library library(shipped_roots());
    const LoadedTopology loaded = asked_topology(library, options.topology);
    const Shown shown = chosen_part(options, loaded);
    const Overview overview = overview_of(shown.topology);
    options.output.write(written(options, {shown, overview, loaded.notes}));
    return exit_done;
}

}  // namespace

void add_show(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("show", "Say what a topology is made of and how fast each part of it is");
    const auto options = std::make_shared<ShowOptions>();
    command->add_option("TOPOLOGY", options->topology, "A topology or a domain (railyard list), or a file")
        ->required();
    command
        ->add_option("--domains", options->domains,
                     "How many domains to show of a kind that goes on as needed")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
