#pragma once
// All that the calibrated model was fitted to or measured with, as one file holds it.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct RegularPlacement;

enum class RunKind { dense, experts };
inline constexpr std::array<std::string_view, 2> run_kind_names = {"dense", "experts"};

// How far runs of a kind were off when their source was left out of the fit.
struct ErrorBand {
    RunKind kind = RunKind::dense;
    std::optional<Generation> generation;  // none: of all
    std::uint32_t most_gpus = 0;           // 0: any size
    double percent = 0;                    // eight of ten lay within
    std::uint32_t rows = 0;
    // What those runs had: tokens of a sequence (zero: any), and links (empty: any).
    std::uint32_t least_length = 0;
    std::uint32_t most_length = 0;
    std::vector<JobLinks> links;

    [[nodiscard]] bool covers(std::uint32_t length, JobLinks over) const;
};

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
    double site = 1;  // every step is so many times what the constants say; fitted on a site's own runs
    std::vector<std::string> site_rows;  // ids of those runs
    FittedFiles files;
    std::vector<GpuFacts> gpus;
    std::vector<PlatformCurves> platforms;
    std::vector<ErrorBand> bands;
};

// The machine of a placed job; or, in words, what the calibration does not know of it. `regular`: how it is
// placed where that is regular; oversubscribed links are then shared out by symmetry where they can be, and
// the placement of `evaluation` is looked at rank by rank only where not.
std::variant<CalibratedMachine, std::string> calibrated_machine(const Calibration& calibration,
                                                                const Topology& topology,
                                                                const Layout& layout,
                                                                const Evaluation& evaluation,
                                                                const std::vector<DimensionLinks>& links,
                                                                const RegularPlacement* regular = nullptr);

// A job as bands see it.
struct BandQuestion {
    RunKind kind = RunKind::dense;
    Generation generation = Generation::ampere;
    std::uint32_t gpus = 1;
    std::uint32_t length = 2048;
    JobLinks links = JobLinks::nvlink;
};

// The narrowest band that a job falls into. Nothing if there is none of its kind, no run of its generation,
// or if runs of its kind and generation have a band and none of them was of such a length over such links.
std::optional<ErrorBand> band_of(const Calibration& calibration, const BandQuestion& job);

inline RunKind kind_of(const Layout& layout) {
    return layout.model.experts ? RunKind::experts : RunKind::dense;
}

}  // namespace railyard
