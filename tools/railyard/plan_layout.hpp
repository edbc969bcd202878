#pragma once
// `railyard plan --layout L`: the degrees are given; where its ranks best sit, what a failure moves, and what
// spares are worth.

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/place_search.hpp"
#include "railyard/search/useful_time.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {

struct PlanLayoutOptions {
    std::string layout;
    std::vector<std::string> without;
    std::string ranks_file;
    search::PlaceGoal goal = search::PlaceGoal::time;
    search::DomainChoice domains = search::DomainChoice::as_listed;
    std::uint64_t seed = 1;
    search::FailureRates failures;  // no time between them: nothing is said of failures
};

// `options` must outlive the parsing.
void add_plan_layout_options(CLI::App& command, PlanLayoutOptions& options);

// What both ways to plan are told.
struct PlanLayoutQuestion {
    const PlanLayoutOptions& options;
    std::string topology;
    std::vector<std::string> pins;
    std::vector<std::string> preferred_pins;
    std::size_t best = 5;
    std::size_t write = 0;
    const StepModelOptions& step_model;
    const OutputOptions& output;
};
int plan_layout(const PlanLayoutQuestion& question);

// Pins from the words of --pin and --prefer. Throws InputError.
std::vector<search::Pin> pins_of(const std::vector<std::string>& required,
                                 const std::vector<std::string>& preferred, const Topology& topology);

}  // namespace railyard::tool
