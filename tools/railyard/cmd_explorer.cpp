#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/source.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"

namespace railyard::tool {
namespace {

int run(const OutputOptions& output) {
    const auto page = explorer_page();
    if (!page) {
        throw InputError(
            Diagnostic{{},
                       "this railyard was built without the explorer's page",
                       "configure with -DRAILYARD_BUILD_EXPLORER=ON and build the target explorer",
                       "",
                       0});
    }
    output.write(input::read_source(*page)->text());
    return exit_done;
}

}  // namespace

void add_explorer(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand(
        "explorer", "Write the explorer: one HTML page with sliders, which needs no server and no network");
    const auto output = std::make_shared<OutputOptions>();
    add_output_options(*command, *output, {});
    command->callback([output, &selected] { selected.run = [output] { return run(*output); }; });
}

}  // namespace railyard::tool
