#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/quantity.hpp"
#include "railyard/machine/disagreements.hpp"
#include "railyard/machine/import.hpp"
#include "railyard/machine_files.hpp"
#include "railyard/output_file.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"

namespace railyard::tool {
namespace {

struct ImportOptions {
    std::vector<std::string> files;
    Live live = Live::no;
    machine::ImportChoices choices;
    std::string name;
    OutputOptions output;
};

// A topology is called after its file, in letters that names may have.
std::string name_of(const ImportOptions& options) {
    if (!options.name.empty()) return options.name;
    std::string name;
    for (const char c : std::filesystem::path(options.output.path).stem().string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '-' || c == '_' || c == '.';
        name += plain ? c : '-';
    }
    return name.empty() || name == "-" ? "imported" : name;
}

[[noreturn]] void refuse(std::string message, std::string hint) {
    throw InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

int run(const ImportOptions& options) {
    if (options.files.empty() && options.live == Live::no)
        refuse("nothing says what the machine is", "a FILE, or --live for this one");
    const input::Library library(shipped_roots());
    machine::ImportChoices choices = options.choices;
    choices.name = name_of(options);
    if (!choices.gpu.empty()) (void)load_gpu(library, choices.gpu);  // complains of an unknown name
    const MachineFiles read = read_machine_files(options.files, options.live, Unknown::refused);
    for (const Finding& finding : machine::disagreement_findings(read.machine)) {
        if (finding.severity == Severity::mismatch)
            refuse("the sources disagree: " + finding.place + ": " + finding.seen,
                   "capture them again, at the same time");
    }
    for (const machine::ObservedRemark& remark : read.machine.remarks) {
        if (remark.severity == Severity::mismatch)
            refuse(read.machine.sources[remark.from.value()].file + ": " + remark.text, "capture it again");
    }
    const auto imported = machine::import_topology(read.machine, choices);
    if (const auto* why = std::get_if<std::string>(&imported))
        refuse(*why, "files that show GPUs: lstopo --of xml with I/O, an NCCL dump, nvidia-smi topo -m");
    options.output.write(machine::topology_yaml(std::get<machine::ImportedTopology>(imported)));
    return exit_done;
}

}  // namespace

void add_import(CLI::App& app, Selected& selected) {
    CLI::App* command = app.add_subcommand("import", "Write a topology of what machines say of themselves");
    const auto options = std::make_shared<ImportOptions>();
    command
        ->add_option(
            "FILE", options->files,
            "What servers say of themselves (hwloc, NCCL, nvidia-smi); HOST=FILE says of which server")
        ->type_name("");
    command->add_flag_callback(
        "--live", [options] { options->live = Live::yes; }, "Read this machine itself, through hwloc");
    command->add_option("--name", options->name, "Name of the topology (default: that of the output file)")
        ->type_name("NAME");
    command
        ->add_option("--gpu", options->choices.gpu,
                     "The GPU file to name, where the sources do not tell the GPU or tell it wrong")
        ->type_name("GPU");
    command
        ->add_option_function<std::string>(
            "--nic-rate",
            [options](const std::string& text) {
                options->choices.nic_rate =
                    std::get<BytesPerSecond>(input::parse_bandwidth(text, input::Zero::refused));
            },
            "Rate of NICs whose rate no source tells, one way, such as 400Gb/s")
        ->check([](const std::string& text) -> std::string {
            const auto rate = input::parse_bandwidth(text, input::Zero::refused);
            const auto* complaint = std::get_if<input::Complaint>(&rate);
            return complaint == nullptr ? "" : complaint->message;
        })
        ->type_name("RATE");
    command
        ->add_option("--domains", options->choices.domains,
                     "How many domains of the last kind to write (default: those observed)")
        ->check(CLI::Range(1U, 1000000U))
        ->type_name("N");
    add_output_options(*command, options->output, {});
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
