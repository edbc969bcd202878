#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/command.hpp"
#include "railyard/input/keys.hpp"
#include "railyard/job/layout_keys.hpp"
#include "railyard/job/model_keys.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/sweep/sweep_keys.hpp"
#include "railyard/templates.hpp"
#include "railyard/topology/topology_keys.hpp"

namespace railyard::tool {
namespace {

struct InitOptions {
    std::string kind;
    bool wants_schema = false;
    OutputOptions output;
};

struct FileKind {
    std::string_view kind;
    const input::Section* keys;
    std::string_view title;
};

const std::array<FileKind, 6>& file_kinds() {
    static const std::array<FileKind, 6> kinds = {{{"topology", &topology_file_keys, "Railyard topology"},
                                                   {"domain", &domain_file_keys, "Railyard domain"},
                                                   {"gpu", &gpu_file_keys, "Railyard GPU"},
                                                   {"layout", &layout_file_keys, "Railyard layout"},
                                                   {"model", &model_file_keys, "Railyard model"},
                                                   {"sweep", &sweep::sweep_file_keys, "Railyard sweep"}}};
    return kinds;
}

int run(const InitOptions& options) {
    const auto* const kind = std::find_if(file_kinds().begin(), file_kinds().end(),
                                          [&](const FileKind& known) { return known.kind == options.kind; });
    const auto text = std::find_if(all_templates().begin(), all_templates().end(),
                                   [&](const Template& known) { return known.kind == options.kind; });
    options.output.write(options.wants_schema ? input::json_schema(*kind->keys, kind->title)
                                              : std::string(text->text));
    return exit_done;
}

}  // namespace

void add_init(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("init", "Print a commented template that names every key of a file");
    const auto options = std::make_shared<InitOptions>();
    std::vector<std::string> kinds;
    for (const FileKind& known : file_kinds()) kinds.emplace_back(known.kind);
    command->add_option("KIND", options->kind, "What the file describes")
        ->required()
        ->type_name("")
        ->check(one_of(kinds));
    command->add_flag("--schema", options->wants_schema,
                      "Print the JSON Schema of such files instead, for editors");
    add_output_options(*command, options->output, {});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
