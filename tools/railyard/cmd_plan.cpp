// railyard plan: the best ways to cut a model over GPUs and to place each, or to place a given layout.

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/plan_layout.hpp"
#include "railyard/plan_model.hpp"
#include "railyard/plan_options.hpp"

namespace railyard::tool {
namespace {

// What a model's plan cannot do without, and a layout's has already.
void check_question(const PlanOptions& options) {
    const auto wrong = [](std::string message, std::string hint) {
        return InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
    };
    const auto& space = options.space;
    if (options.write > 0 && options.output.format != Format::table)
        throw wrong("--write and --format do not go together: a layout file is YAML",
                    "--write for the file of one, --format for the answer about all");
    if (!options.layout.empty() && !options.model.empty())
        throw wrong("both a model and --layout are given",
                    "plan MODEL finds a cut and its placement, --layout the placement of its own");
    if (!options.layout.empty()) return;
    if (options.model.empty())
        throw wrong("nothing to plan for",
                    "a MODEL with --gpus, --sequences and --length, or --layout LAYOUT");
    if (space.gpus == 0 || space.base.batch.sequences == 0 || space.base.batch.length == 0)
        throw wrong("a model's plan needs --gpus, --sequences and --length",
                    "--gpus 1024 --sequences 2048 --length 8192");
    if (options.write > 0 && !options.without.empty())
        throw wrong("--write and --without do not go together for a model",
                    "write the cut first, then plan --layout FILE --without ...");
}

int run(CLI::App& command, const PlanOptions& options) {
    refuse_what_a_layout_says(command, options);
    check_question(options);
    return options.layout.empty() ? plan_model(options) : plan_layout(options);
}

}  // namespace

void add_plan(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("plan", "Find the best ways to cut a model over GPUs, and to place each");
    const auto options = std::make_shared<PlanOptions>();
    add_plan_options(*command, *options);
    command->callback([command, options, &selected] {
        selected.run = [command, options] { return run(*command, *options); };
    });
}

}  // namespace railyard::tool
