#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "railyard/command.hpp"
#include "railyard/diagram/job_report.hpp"
#include "railyard/output/place_report.hpp"
#include "railyard/output/step_report.hpp"
#include "railyard/placed_job.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {
namespace {

struct ReportOptions {
    PlacedJobOptions job;
    StepModelOptions model;
    OutputOptions output;
};

// Endings that promise what a page is not.
std::string is_no_other_format(const std::string& path) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    constexpr std::array<std::string_view, 14> others = {".pdf", ".ps",   ".svg",  ".png", ".dot",
                                                         ".gv",  ".json", ".yaml", ".yml", ".csv",
                                                         ".txt", ".md",   ".docx", ".odt"};
    if (std::find(others.begin(), others.end(), ending) == others.end()) return "";
    std::string hint = "the report is a page of HTML: name it .html";
    if (ending == ".pdf" || ending == ".ps") hint += ", open it in a browser and print it to a PDF";
    return "'" + path + "' would not be what its ending says; " + hint;
}

int run(const ReportOptions& options) {
    const input::Library library(shipped_roots());
    PlacedJob job = place_job(options.job, library);
    if (job.evaluation() == nullptr) return say_no(job);
    const Evaluation& evaluation = *job.evaluation();
    auto notes = std::move(job.notes);
    for (auto& note : output::placement_notes(job.topology, job.layout, evaluation))
        notes.push_back(std::move(note));
    const output::StepReport step =
        timed_step(options.model, library, job.topology, job.layout, evaluation, notes);
    for (std::string& note : notes) note = below_root(std::move(note), library.roots());
    const memory::Memory memory = memory::estimate_memory(job.layout);
    const memory::Fit fit = memory::check_fit(job.layout, memory, {step.estimate.rates.gpu_memory});
    options.output.write(diagram::html_of(diagram::report_page(
        {job.topology, job.layout, evaluation, step.estimate, memory, fit,
         output::step_paragraphs(job.layout, step),
         output::closing_line(job.topology, job.layout, evaluation), std::move(notes)})));
    return exit_done;
}

}  // namespace

void add_report(CLI::App& app, Selected& selected) {
    CLI::App* command =
        app.add_subcommand("report", "A placed job on one page of HTML: figures, tables and pictures");
    const auto options = std::make_shared<ReportOptions>();
    add_placed_job_options(*command, options->job);
    add_step_model_options(*command, options->model);
    add_output_options(*command, options->output, {}, PictureEndings::taken);
    command->get_option("--output")->check(is_no_other_format);
    command->callback([options, &selected] { selected.run = [options] { return run(*options); }; });
}

}  // namespace railyard::tool
