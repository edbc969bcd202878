#pragma once
// What `railyard plan` is asked, for a model or for a layout.

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/host_options.hpp"
#include "railyard/search/place_search.hpp"
#include "railyard/search/plan.hpp"
#include "railyard/search/useful_time.hpp"
#include "railyard/shared_options.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {

struct PlanOptions {
    std::string model;  // one of these two
    std::string layout;
    std::string topology;
    search::PlanSpace space;  // of a model
    std::optional<std::size_t> best;
    std::size_t write = 0;  // 0: the table
    std::vector<std::string> pins;
    std::vector<std::string> preferred_pins;
    Bytes reserved = gibibytes(2);
    search::Pruning pruning = search::Pruning::on;
    search::DomainChoice domains = search::DomainChoice::as_listed;
    search::PlaceGoal goal = search::PlaceGoal::time;
    std::uint64_t seed = 1;
    HostOptions hosts;                       // of an allocation: nothing else is there
    std::vector<std::string> cluster_files;  // which say where they are
    std::vector<std::string> without;
    std::string placement_file;  // of a layout, before anything fails
    std::string ranks_file;
    search::FailureRates failures;  // no time between them: nothing is said of failures
    StepModelOptions step_model;
    OutputOptions output;

    [[nodiscard]] bool writes_files() const { return write > 0 || !ranks_file.empty(); }
};

// `options` must outlive the parsing.
void add_plan_options(CLI::App& command, PlanOptions& options);

// Options of a model's plan beside a layout, and the other way round. Throws InputError.
void refuse_what_a_layout_says(CLI::App& command, const PlanOptions& options);

// Pins from the words of --pin and --prefer. Throws InputError.
std::vector<search::Pin> pins_of(const PlanOptions& options, const Topology& topology);

}  // namespace railyard::tool
