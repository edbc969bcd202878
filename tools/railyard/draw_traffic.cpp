#include <CLI/Option.hpp>
#include <memory>
#include <string>
#include <utility>

#include "railyard/diagram/cost_charts.hpp"
#include "railyard/diagram/matrix_picture.hpp"
#include "railyard/diagram/text_fit.hpp"
#include "railyard/draw_commands.hpp"
#include "railyard/picture_options.hpp"
#include "railyard/placed_job.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/shipped_files.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {
namespace {

struct DrawMatrixOptions {
    PlacedJobOptions job;
    StepModelOptions model;
    MatrixUnit unit = MatrixUnit::domains;
    PictureOptions output;
};

struct DrawLinksOptions {
    PlacedJobOptions job;
    StepModelOptions model;
    PictureOptions output;
};

// "Traffic of this on that": of names of any length so much that both are seen.
std::string titled(const std::string& words, const PlacedJob& job) {
    constexpr double most = 320;
    constexpr double font = 17;
    return words + diagram::cut_to(job.layout.name, most, font) + " on " +
           diagram::cut_to(job.topology.name(), most, font);
}

int run_matrix(const DrawMatrixOptions& options) {
    const input::Library library(shipped_roots());
    PlacedJob job = place_job(options.job, library);
    if (job.evaluation() == nullptr) return say_no(job);
    const auto step =
        timed_step(options.model, library, job.topology, job.layout, *job.evaluation(), job.notes);
    const TrafficMatrix matrix =
        traffic_matrix(job.topology, job.layout, step.estimate.volumes, job.evaluation()->placement,
                       options.unit, diagram::most_matrix_cells);
    options.output.write(diagram::matrix_scene(titled("Traffic of ", job), job.topology, matrix));
    return exit_done;
}

int run_links(const DrawLinksOptions& options) {
    const input::Library library(shipped_roots());
    PlacedJob job = place_job(options.job, library);
    if (job.evaluation() == nullptr) return say_no(job);
    const auto step =
        timed_step(options.model, library, job.topology, job.layout, *job.evaluation(), job.notes);
    options.output.write(diagram::link_load_scene(
        titled("Load of links: ", job), job.topology,
        link_loads(job.topology, job.layout, step.estimate.volumes, job.evaluation()->placement),
        step.estimate.step.total()));
    return exit_done;
}

}  // namespace

void add_draw_matrix(CLI::App& draw, Selected& selected) {
    CLI::App* command =
        draw.add_subcommand("matrix", "Bytes per step between domains or servers as a heat map");
    const auto options = std::make_shared<DrawMatrixOptions>();
    add_placed_job_options(*command, options->job);
    add_step_model_options(*command, options->model);
    command
        ->add_option_function<std::string>(
            "--between",
            [options](const std::string& name) {
                options->unit = name == matrix_unit_names[1] ? MatrixUnit::servers : MatrixUnit::domains;
            },
            "What the rows and columns are")
        ->check(one_of({matrix_unit_names.begin(), matrix_unit_names.end()}))
        ->type_name("")
        ->default_str(std::string(matrix_unit_names.front()));
    add_picture_options(*command, options->output);
    command->callback([options, &selected] { selected.run = [options] { return run_matrix(*options); }; });
}

void add_draw_links(CLI::App& draw, Selected& selected) {
    CLI::App* command = draw.add_subcommand("links", "Load on each class of link against its capacity");
    const auto options = std::make_shared<DrawLinksOptions>();
    add_placed_job_options(*command, options->job);
    add_step_model_options(*command, options->model);
    add_picture_options(*command, options->output);
    command->callback([options, &selected] { selected.run = [options] { return run_links(*options); }; });
}

}  // namespace railyard::tool
