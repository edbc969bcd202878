// railyard schedule: pipeline schedules, simulated.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "railyard/base/error.hpp"
#include "railyard/command.hpp"
#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/schedule_chart.hpp"
#include "railyard/input/source.hpp"
#include "railyard/job_schedule.hpp"
#include "railyard/output/schedule_json.hpp"
#include "railyard/output/schedule_table.hpp"
#include "railyard/output/schedule_timeline.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/output_file.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/schedule/compare.hpp"
#include "railyard/schedule/csv.hpp"
#include "railyard/schedule/study.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/step_model.hpp"
#include "railyard/terminal.hpp"
#include "railyard/time_options.hpp"

namespace railyard::tool {
namespace {

using schedule::Outcome;
using schedule::Study;
using schedule::TimeUnit;

struct ScheduleOptions {
    std::vector<std::string> names;
    std::string import;
    std::string layout;
    std::string topology;
    StepModelOptions model;
    std::uint32_t stages = 0;
    std::uint32_t micro_batches = 0;
    std::vector<std::uint32_t> chunks;
    std::string forward;
    std::string backward;
    std::string weight;
    std::string overlapped;
    std::string send;
    std::string network_send;
    std::uint32_t per_domain = 0;
    bool is_blocking = false;
    std::string activation;
    std::string memory;
    std::vector<std::uint32_t> most_alive;
    bool lists_operations = false;
    std::string trace;
    std::string exported;
    std::size_t width = 0;
    OutputOptions output;
};

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
    throw InputError(Diagnostic{{}, message, hint, "", 0});
}

std::vector<schedule::Hop> hops_of(const ScheduleOptions& options, std::uint32_t devices, TimeReader& times) {
    if (options.per_domain > 0) {
        return schedule::hops_over_domains(devices, options.per_domain,
                                           times.read_one("--send", options.send),
                                           times.read_one("--network-send", options.network_send));
    }
    if (!options.network_send.empty()) {
        refuse("--network-send needs to know which hops are on the network", "add --stages-per-domain");
    }
    std::vector<schedule::Hop> hops;
    for (const Seconds time : times.read("--send", options.send))
        hops.push_back({time, schedule::Link::unstated});
    return hops;
}

void set_limits(const ScheduleOptions& options, schedule::Conditions& conditions) {
    if (options.is_blocking) conditions.sending = schedule::Sending::blocking;
    conditions.most_bytes = read_sizes("--memory", options.memory);
    conditions.most_alive = options.most_alive;
}

schedule::Conditions conditions_of(const ScheduleOptions& options, std::uint32_t devices, TimeReader& times) {
    schedule::Conditions conditions;
    conditions.compute = schedule::compute_times(times.read("--forward", options.forward),
                                                 times.read("--backward", options.backward),
                                                 times.read("--weight", options.weight));
    if (!options.overlapped.empty())
        conditions.overlapped = {times.read_one("--overlapped", options.overlapped)};
    conditions.hops = hops_of(options, devices, times);
    if (options.forward.empty() && times.unit() == TimeUnit::seconds) {
        refuse("a time has a unit, but that of a forward is not given", "add --forward");
    }
    conditions.activation = read_sizes("--activation", options.activation);
    set_limits(options, conditions);
    return conditions;
}

bool draws(const ScheduleOptions& options) {
    return diagram::picture_format(options.output.path).has_value();
}

void write_files(const ScheduleOptions& options, const std::vector<Outcome>& outcomes, TimeUnit unit) {
    if (!draws(options) && options.trace.empty() && options.exported.empty()) return;
    if (outcomes.size() != 1) refuse("a picture, a trace or an export shows one schedule", "name one");
    const auto* study = std::get_if<Study>(&outcomes.front());
    if (study == nullptr) return;
    if (draws(options)) PictureOptions{options.output.path}.write(diagram::schedule_scene(*study, unit));
    if (!options.trace.empty()) write_output(options.trace, output::schedule_trace(*study, unit));
    if (!options.exported.empty()) write_output(options.exported, schedule::write_csv(study->schedule));
}

// What is answered: schedules, and the job whose they are, if one's.
struct Answer {
    std::vector<Outcome> outcomes;
    std::optional<output::ScheduledJob> job;

    [[nodiscard]] const output::ScheduledJob* of() const { return job ? &*job : nullptr; }
};

std::string table_of(const ScheduleOptions& options, const Answer& answer, TimeUnit unit) {
    const std::vector<Outcome>& outcomes = answer.outcomes;
    if (outcomes.size() > 1) return output::schedule_comparison(outcomes, unit, answer.of());
    if (const auto* no = std::get_if<schedule::Impossible>(&outcomes.front())) return no->reason;
    const auto& study = std::get<Study>(outcomes.front());
    const bool to_terminal = options.output.path.empty() || draws(options);
    const auto colour = to_terminal && stdout_shows_colour() ? output::Colour::ansi : output::Colour::none;
    const std::size_t width = options.width > 0 ? options.width : stdout_columns();
    return output::schedule_report(study, unit, answer.of()) + "\n" +
           output::schedule_timeline(study, width, colour);
}

std::string text_of(const ScheduleOptions& options, const Answer& answer, TimeUnit unit) {
    const std::vector<Outcome>& outcomes = answer.outcomes;
    switch (options.output.format) {
        case Format::json:
            return output::schedule_json(
                outcomes, unit,
                options.lists_operations ? output::Operations::listed : output::Operations::left_out,
                answer.of());
        case Format::csv: {
            const auto* study = std::get_if<Study>(&outcomes.front());
            if (!options.lists_operations || study == nullptr)
                return output::schedule_comparison_csv(outcomes);
            if (outcomes.size() > 1) refuse("--operations as CSV lists one schedule", "name one");
            return output::schedule_operations_csv(*study);
        }
        case Format::table:
            break;
    }
    return table_of(options, answer, unit);
}

// Notes that CSV has no room for.
void tell_notes(const ScheduleOptions& options, const output::ScheduledJob& job) {
    if (options.output.format != Format::csv) return;
    for (const std::string& note : job.notes)
        std::fputs((output::wrapped("note: " + note, "  ") + "\n").c_str(), stderr);
}

Answer answer_of(const ScheduleOptions& options, TimeReader& times) {
    if (!options.layout.empty()) {
        times.read_one("--forward", "1s");  // so that answers are in seconds
        JobScheduleQuestion question{options.layout, options.topology, options.names, options.chunks, {}};
        set_limits(options, question.limits);
        JobSchedule found = schedule_job(question, options.model);
        tell_notes(options, found.job);
        return {std::move(found.outcomes), std::move(found.job)};
    }
    if (options.import.empty()) {
        if (options.stages == 0 || options.micro_batches == 0) {
            refuse("how many stages and micro-batches?", "add --stages and --micro-batches, 1 or more");
        }
        return {schedule::compare({options.names, options.stages, options.micro_batches, options.chunks},
                                  conditions_of(options, options.stages, times)),
                std::nullopt};
    }
    const auto source = input::read_source(options.import);
    auto imported = schedule::read_csv(source->text(), source->name());
    const auto conditions = conditions_of(options, imported.devices, times);
    return {{schedule::study(std::move(imported), conditions)}, std::nullopt};
}

// Layouts call ZB-H1 zero-bubble.
ScheduleOptions with_catalogue_names(ScheduleOptions options) {
    for (std::string& name : options.names) {
        if (name == "zero-bubble") name = "zb-h1";
    }
    return options;
}

int run(const ScheduleOptions& given) {
    const ScheduleOptions options = with_catalogue_names(given);
    TimeReader times;
    const Answer answer = answer_of(options, times);
    write_files(options, answer.outcomes, times.unit());
    const std::string text = text_of(options, answer, times.unit());
    draws(options) ? write_output("", text) : options.output.write(text);
    return schedule::all_finish(answer.outcomes) ? exit_done : exit_no;
}

std::string catalogue_text() {
    std::string text =
        "Schedules (p stages, m micro-batches, v chunks; F, B, W: forward, whole backward, its half for\n"
        "weights; F&B: both overlapped):\n";
    constexpr std::size_t column = 15;
    for (const auto& row : schedule::catalogue()) {
        std::string line = "  " + std::string(row.name);
        line.resize(column, ' ');
        text += output::wrapped(line + row.description + "; idles " + row.bubble, std::string(column, ' ')) +
                "\n";
    }
    return text;
}

void add_work_options(CLI::App& command, ScheduleOptions& options) {
    auto* import =
        command.add_option("--import", options.import, "Run the schedule in this CSV file instead");
    import->type_name("FILE");
    command.add_option("-s,--schedule", options.names, "Schedules to run, separated by commas, or all")
        ->delimiter(',')
        ->type_name("NAME")
        ->excludes(import);
    command.add_option("-p,--stages", options.stages, "Pipeline stages: devices")
        ->type_name("N")
        ->excludes(import);
    command.add_option("-m,--micro-batches", options.micro_batches, "Micro-batches of a step")
        ->type_name("N")
        ->excludes(import);
    command
        .add_option("-v,--chunks", options.chunks,
                    "Chunks a device, for interleaved; several are compared (2)")
        ->delimiter(',')
        ->type_name("N")
        ->excludes(import);
}

// Shape and times of a placed job instead of numbers.
void add_job_options(CLI::App& command, ScheduleOptions& options) {
    auto* layout = command.add_option(
        "--layout", options.layout,
        "The pipeline of this layout, placed on --on; a hop counts as network if it is so in any replica");
    layout->type_name("LAYOUT")->group("A placed job");
    auto* on = command.add_option("--on", options.topology, "A topology or a domain, with --layout");
    on->type_name("TOPOLOGY")->group("A placed job")->needs(layout);
    layout->needs(on);
    for (const char* other :
         {"--import", "--stages", "--micro-batches", "--forward", "--backward", "--weight", "--overlapped",
          "--send", "--network-send", "--stages-per-domain", "--activation"}) {
        layout->excludes(command.get_option(other));
    }
    add_step_model_options(command, options.model);
    for (const char* name : {"--model", "--calibration"})
        command.get_option(name)->group("A placed job")->needs(layout);
}

void add_time_options(CLI::App& command, ScheduleOptions& options) {
    const std::string group = "Times (plain numbers, or all with a unit such as 1.2ms)";
    const auto add = [&](const char* name, std::string& text, const char* help, const char* type) {
        command.add_option(name, text, help)->type_name(type)->group(group);
    };
    add("--forward", options.forward,
        "Forward of a micro-batch on a stage, or on each stage, or on each chunk (1)", "T,...");
    add("--backward", options.backward, "Its whole backward (twice the forward)", "T,...");
    add("--weight", options.weight,
        "The half of the backward for weights, where it is cut (half of the backward)", "T,...");
    add("--overlapped", options.overlapped, "A forward overlapped with a backward, for dualpipe (their sum)",
        "T");
    add("--send", options.send, "Send from a stage to the next, or for each hop (0)", "T,...");
    add("--network-send", options.network_send, "Send between domains", "T");
    command
        .add_option("--stages-per-domain", options.per_domain,
                    "Stages in one domain (NVLink, xGMI); other hops are network")
        ->type_name("N")
        ->check(CLI::Range(1U, schedule::most_devices))
        ->group(group);
    command.add_flag("--blocking", options.is_blocking, "A device computes nothing while it sends")
        ->group(group);
}

void add_memory_options(CLI::App& command, ScheduleOptions& options) {
    const std::string group = "Memory";
    command.add_option("--activation", options.activation, "What a micro-batch holds on a stage, or on each")
        ->type_name("SIZE,...")
        ->group(group);
    command
        .add_option("--memory", options.memory,
                    "Forwards wait rather than hold more than this (needs --activation)")
        ->type_name("SIZE,...")
        ->group(group);
    command
        .add_option("--most-alive", options.most_alive,
                    "Forwards wait rather than hold more micro-batches (of a chunk)")
        ->delimiter(',')
        ->type_name("N")
        ->group(group);
}

}  // namespace

void add_schedule(CLI::App& app, Selected& selected) {
    auto* command = app.add_subcommand("schedule", "Simulate pipeline schedules: where the idle time goes");
    auto options = std::make_shared<ScheduleOptions>();
    command->footer(catalogue_text());
    add_work_options(*command, *options);
    add_time_options(*command, *options);
    add_memory_options(*command, *options);
    add_job_options(*command, *options);
    add_output_options(*command, options->output, {Format::table, Format::json, Format::csv},
                       PictureEndings::taken);
    command->get_option("--output")
        ->description("Write to this file instead; .svg, .png, .pdf, .dot: a picture, beside the answer");
    command->add_flag("--operations", options->lists_operations, "List every operation (json, csv)");
    command->add_option("--trace", options->trace, "Write a trace for Chrome and Perfetto")
        ->type_name("FILE");
    command->add_option("--export", options->exported, "Write the schedule as CSV, for --import")
        ->type_name("FILE");
    command->add_option("--width", options->width, "Columns of the timeline (the terminal's)")
        ->type_name("N");
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
