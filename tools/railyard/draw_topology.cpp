#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/diagram/domain_picture.hpp"
#include "railyard/diagram/fabric_picture.hpp"
#include "railyard/draw_commands.hpp"
#include "railyard/input/capture.hpp"
#include "railyard/input/library.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/machine/import.hpp"
#include "railyard/machine/sources.hpp"
#include "railyard/machine_files.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"
#include "railyard/topology/overview.hpp"

namespace railyard::tool {
namespace {

struct DrawTopologyOptions {
    std::string topology;
    std::optional<std::uint32_t> domains;
    std::string domain;
    std::vector<std::string> unfold;
    PictureOptions output;
};

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

constexpr const char* domain_hint = "one domain, such as rack3: its word and a number from 0";

GpuPlace place_of(const Topology& topology, const std::string& flag, const std::string& name,
                  const std::string& hint) {
    const auto found = parse_name(topology, name);
    if (const auto* why = std::get_if<std::string>(&found)) refuse(flag + " " + name + ": " + *why, hint);
    return topology.place(std::get<GpuRange>(found).first);
}

// Of a physical domain; the last run may be one that goes on as needed.
std::uint32_t kind_in(const Topology& topology, std::uint32_t domain) {
    std::uint32_t behind = 0;
    for (const DomainRun& run : topology.runs()) {
        behind += run.count;
        if (domain < behind) return run.kind;
    }
    return topology.runs().back().kind;
}

// `--unfold rack0/tray3`, tray3 for short, or nvswitches.
diagram::DomainUnfold unfold_of(const std::vector<std::string>& names, const Topology& topology,
                                std::uint32_t domain) {
    diagram::DomainUnfold unfold;
    for (const std::string& name : names) {
        if (name == "nvswitches") {
            unfold.nvswitches = true;
            continue;
        }
        const bool is_whole = name.find('/') != std::string::npos;
        const DomainKind& kind = topology.kinds()[kind_in(topology, domain)];
        const std::string full = is_whole ? name : kind.domain_word + std::to_string(domain) + "/" + name;
        const GpuPlace place = place_of(topology, "--unfold", full,
                                        "of a domain that is drawn: one of its " + kind.server_word +
                                            "s, such as " + kind.server_word + "0, or nvswitches");
        if (place.physical != domain)
            refuse("--unfold " + name + " is not in the domain that is drawn", "choose it with --domain");
        unfold.servers.insert(place.server);
    }
    return unfold;
}

Shown chosen_part(const DrawTopologyOptions& options, const LoadedTopology& loaded) {
    const Topology& topology = loaded.topology;
    if (options.domains && !topology.as_needed())
        refuse("'" + topology.name() + "' has a number of domains of its own", "leave --domains out");
    if (options.domains && *options.domains > most_domains(topology))
        refuse("--domains is too large", "at most " + std::to_string(most_domains(topology)));
    if (loaded.named == NamedFile::domain && !options.domains) return domain_alone(topology);
    return shown_part(topology, options.domains);
}

// Of a topology that goes on as needed: how much of it is drawn.
std::string extent_of(const Shown& shown) {
    const std::string all = "it has as many domains as a job needs: ";
    switch (shown.size) {
        case ShownSize::asked_for:
            return all + "drawn are those that were asked for";
        case ShownSize::full_span:
            return all + "drawn is a full span of " + shown.topology.network().tiers[shown.tier].name;
        case ShownSize::one_domain:
            return all + "one is drawn";
        case ShownSize::all:
        case ShownSize::domain_alone:
            break;
    }
    return "";
}

diagram::Scene drawn(const DrawTopologyOptions& options, const LoadedTopology& loaded) {
    const Shown shown = chosen_part(options, loaded);
    const Topology& topology = shown.topology;
    const std::string more = loaded.topology.as_needed() ? "; --domains N draws more of them" : "";
    if (topology.network().tiers.empty() || !options.domain.empty()) {
        const std::uint32_t domain =
            options.domain.empty()
                ? 0
                : place_of(topology, "--domain", options.domain, domain_hint + more).physical;
        return diagram::domain_scene(topology, domain, unfold_of(options.unfold, topology, domain));
    }
    if (topology.gpu_count() > diagram::most_drawn_gpus) {
        refuse("the network of " + std::to_string(topology.gpu_count()) + " GPUs is too large to draw",
               "up to " + std::to_string(diagram::most_drawn_gpus) + "; --domain draws one domain of it");
    }
    std::set<std::uint32_t> unfold;
    for (const std::string& name : options.unfold)
        unfold.insert(place_of(topology, "--unfold", name,
                               "of a network: a domain, such as " + topology.kinds().front().domain_word +
                                   "0; --domain draws one domain, whose servers unfold" + more)
                          .physical);
    return diagram::fabric_scene(topology, unfold, extent_of(shown));
}

// What better says it is an option of another command.
std::vector<std::string> notes_of(const std::vector<machine::ImportNote>& notes) {
    std::vector<std::string> texts;
    for (const machine::ImportNote& note : notes)
        texts.push_back(note.text + (note.option.empty()
                                         ? ""
                                         : "; 'railyard import " + note.option + "' says it better"));
    return texts;
}

// What `import` makes of a file in which a machine speaks of itself (NCCL, hwloc, nvidia-smi); nothing for
// any other name or file.
struct DrawnMachine {
    Topology topology;
    std::vector<std::string> notes;
    std::vector<AssumedParts> assumed;  // by kind of domain
};
std::optional<DrawnMachine> imported(const std::string& name, const input::Library& library) {
    if (!std::filesystem::is_regular_file(name)) return std::nullopt;
    const auto source = input::as_shown(input::read_source(name, machine::largest_machine_file));
    if (machine::recognise(source->text()) == nullptr) return std::nullopt;
    const MachineFiles read = read_machine_files({name}, Live::no, Unknown::refused);
    machine::ImportChoices choices;
    choices.name = std::filesystem::path(name).filename().string();
    const auto made = machine::import_topology(read.machine, choices);
    if (const auto* why = std::get_if<std::string>(&made))
        refuse(*why, "'railyard import' joins several files");
    const auto& topology = std::get<machine::ImportedTopology>(made);
    std::string text = machine::topology_yaml(topology);
    DrawnMachine drawn{
        load_topology(library, input::parse_yaml(input::make_source(name, std::move(text)))).topology,
        notes_of(topology.notes),
        {}};
    for (const auto& kind : topology.kinds) drawn.assumed.push_back(kind.assumed);
    return drawn;
}

// Of the kind of a physical domain.
AssumedParts assumed_in(const DrawnMachine& machine, std::uint32_t domain) {
    const std::uint32_t kind = kind_in(machine.topology, domain);
    return kind < machine.assumed.size() ? machine.assumed[kind] : AssumedParts{};
}

int run(const DrawTopologyOptions& options) {
    const input::Library library(shipped_roots());
    if (const auto machine = imported(options.topology, library)) {
        if (options.domains) refuse("--domains is for topologies that go on as needed", "leave it out");
        const std::uint32_t domain =
            options.domain.empty()
                ? 0
                : place_of(machine->topology, "--domain", options.domain, domain_hint).physical;
        for (const std::string& note : machine->notes)
            std::fprintf(stderr, "%s\n", output::wrapped("note: " + note, "  ").c_str());
        options.output.write(diagram::domain_scene(machine->topology, domain,
                                                   unfold_of(options.unfold, machine->topology, domain),
                                                   {machine->notes, assumed_in(*machine, domain)}));
        return exit_done;
    }
    options.output.write(drawn(options, load_topology(library, options.topology)));
    return exit_done;
}

}  // namespace

void add_draw_topology(CLI::App& draw, Selected& selected) {
    CLI::App* command = draw.add_subcommand("topology", "The network of a topology, or one domain in detail");
    const auto options = std::make_shared<DrawTopologyOptions>();
    command
        ->add_option(
            "TOPOLOGY", options->topology,
            "A topology or a domain (railyard list), or a file: YAML, or what a machine says of itself\n"
            "(XML of NCCL or hwloc, nvidia-smi topo -m)")
        ->required();
    command
        ->add_option("--domain", options->domain, "Draw this domain in detail (rack3) instead of the network")
        ->type_name("NAME");
    command
        ->add_option("--unfold", options->unfold,
                     "Draw this one by itself, not folded into those that are alike: a domain (rack3), with\n"
                     "--domain a server (tray3) or nvswitches; may be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--domains", options->domains,
            "How many domains to draw of a kind that goes on as needed; with --domain, among how many it is")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    add_picture_options(*command, options->output);
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
