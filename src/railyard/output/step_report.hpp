#pragma once
// The time of a step, for people and for programs.

#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/calibrated_estimate.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/reference_reasons.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {

// Whether people are told what each part of the step waits for; programs always are.
enum class StepDetail { in_short, explained };

// An estimate and what it is shown with.
struct StepReport {
    Estimate estimate;
    std::string fitted_on;  // reference: "megatron-1.7b on hgx-a100"; calibrated: the calibration's name
    double tokens = 1e12;   // that GPU-hours are told for
    std::optional<ErrorBand> band = {};     // of the calibrated model
    std::string no_band = {};               // in words why there is none
    std::vector<CostReason> reasons = {};   // of its parts
    std::vector<HiddenPart> hidden = {};    // beside them
    std::vector<PartReason> formulas = {};  // of the reference model's parts
    StepDetail detail = StepDetail::in_short;
    double site = 1;                          // of the calibration: in the step already
    std::vector<std::string> site_rows = {};  // the runs that it was fitted on
};

// Parts of the step with their shares, TFLOP/s per GPU in the usual conventions, MFU, tokens per second,
// GPU-hours, and the published figure where there is one.
std::string step_table(const Layout& layout, const StepReport& report);

// The same as paragraphs: which model the times are from and how far they may be off, or why nobody knows;
// FLOP/s in the usual conventions, MFU and speed; the published figure.
std::vector<std::string> step_paragraphs(const Layout& layout, const StepReport& report);

// What the groups of each dimension see: how many there are of each kind, how they lie in domains, how far
// they reach, and the rates and latencies on the way.
std::string links_table(const Topology& topology, const Estimate& estimate);

// The published step that an estimate is compared with: TFLOP/s of causal attention are read so, by the
// reference model in full. Nothing where nothing is published, or for another GPU.
std::optional<Seconds> compared_step(const Layout& layout, const Estimate& estimate);

// The share of time by which a published step and an estimated one differ: of throughput, negative when the
// estimate is too slow. Nothing where nothing is published, or for another GPU.
std::optional<double> error_percent(const Layout& layout, const Estimate& estimate);

}  // namespace railyard::output
