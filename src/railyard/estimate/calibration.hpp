#pragma once
// All that the calibrated model was fitted to or measured with, as one file holds it.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/error_bands.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct RegularPlacement;
class KnownShares;

// The files that a calibration was fitted on, as they were given.
struct FittedFiles {
    std::vector<std::string> constants;
    std::vector<std::string> site;
    std::vector<std::string> curves;
};

struct Calibration {
    std::string name;
    std::string about;
    StepConstants constants;
    std::array<std::vector<std::string>, step_constant_count> rows;  // that decide each constant
    std::array<std::string, given_count> given_sources;  // of constants.given, where a file says so
    double site = 1;  // every step is so many times what the constants say; fitted on a site's own runs
    std::vector<std::string> site_rows;  // ids of those runs
    FittedFiles files;
    std::vector<GpuFacts> gpus;
    std::vector<PlatformCurves> platforms;
    std::vector<ErrorBand> bands;
};

// The machine of a placed job; or, in words, what the calibration does not know of it. `regular`: how it is
// placed where that is regular; oversubscribed links are then shared out by symmetry where they can be, and
// the placement of `evaluation` is looked at rank by rank only where not. `shares` remembers what it finds,
// for whoever asks for many placements on this topology.
std::variant<CalibratedMachine, std::string> calibrated_machine(
    const Calibration& calibration, const Topology& topology, const Layout& layout,
    const Evaluation& evaluation, const std::vector<DimensionLinks>& links,
    const RegularPlacement* regular = nullptr, KnownShares* shares = nullptr);

}  // namespace railyard
