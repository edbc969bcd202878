#pragma once
// A layout placed on a topology, as the commands that draw ask for it: LAYOUT with its flags, --on,
// --placement.

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "railyard/estimate/evaluate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/layout_options.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::tool {

struct PlacedJobOptions {
    LayoutOptions layout;
    std::string topology;
    std::string placement_file;
};

struct PlacedJob {
    Topology topology;
    Layout layout;
    EvaluationResult result;
    std::vector<std::string> notes;

    [[nodiscard]] const Evaluation* evaluation() const { return std::get_if<Evaluation>(&result); }
};

// `options` must outlive the parsing.
void add_placed_job_options(CLI::App& command, PlacedJobOptions& options);

// Throws InputError for files that cannot be read.
PlacedJob place_job(const PlacedJobOptions& options, const input::Library& library);

// The same for one of several layouts, with no flags.
PlacedJob place_job(const std::string& layout, const std::string& topology, const input::Library& library);

// Says on standard output why a job does not fit; the exit code "no".
int say_no(const PlacedJob& job);

}  // namespace railyard::tool
