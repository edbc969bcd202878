#pragma once
// How far the calibrated model was off on published runs that its constants had not seen, and the jobs that
// this speaks for: those like the runs.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/estimate/calibrated_machine.hpp"
#include "railyard/estimate/run_origin.hpp"
#include "railyard/job/layout.hpp"

namespace railyard {

inline constexpr std::array<std::string_view, 2> product_precision_names = {"bf16", "fp8"};

enum class RunKind { dense, experts };
inline constexpr std::array<std::string_view, 2> run_kind_names = {"dense", "experts"};

// What was left out of the fit together, to predict it unseen: all runs of a source; or, where runs are of
// one source alone, each by itself.
enum class LeftOut { source, run };
inline constexpr std::array<std::string_view, 2> left_out_names = {"source", "run"};

inline RunKind kind_of(const Layout& layout) {
    return layout.model.experts ? RunKind::experts : RunKind::dense;
}

// A job as bands see it.
struct BandQuestion {
    RunKind kind = RunKind::dense;
    Generation generation = Generation::ampere;
    std::uint32_t gpus = 1;
    std::uint32_t length = 2048;  // tokens of a sequence
    JobLinks links = JobLinks::nvlink;
    ProductPrecision products = ProductPrecision::bf16;  // bf16 stands for 16 bits
    Software software = Software::megatron_te;
};
BandQuestion band_question(const Layout& layout, const CalibratedMachine& machine);

// From the least to the most of some runs. A most of zero: not said, so that anything is within.
struct CountRange {
    std::uint32_t least = 0;
    std::uint32_t most = 0;

    [[nodiscard]] bool holds(std::uint32_t count) const {
        return most == 0 || (least <= count && count <= most);
    }
    void widen(std::uint32_t count);
};

struct ErrorBand {
    RunKind kind = RunKind::dense;
    std::optional<Generation> generation;  // none: of all
    std::uint32_t most_gpus = 0;           // for jobs of at most so many; 0: any
    double percent = 0;                    // eight of ten lay within
    std::uint32_t rows = 0;
    RunOrigin origin = RunOrigin::published;
    LeftOut left_out = LeftOut::source;
    // What those runs had; an empty list is not said, so that anything is among them.
    CountRange lengths, gpus;
    std::vector<Generation> generations;
    std::vector<JobLinks> links;
    std::vector<ProductPrecision> products;
    std::vector<Software> software;

    // Takes in what a run had.
    void widen(const BandQuestion& run);
    [[nodiscard]] bool covers(const BandQuestion& job) const;
};

// The narrowest band that a job falls into: of its kind, its generation (where that has a band of its own, no
// other), its size; and with runs as long, as large, over such links, in such a precision. Software that none
// of them ran is told with the band (`not_run_by`), as every name of it stands for a few switches alone.
std::optional<ErrorBand> band_of(const std::vector<ErrorBand>& bands, const BandQuestion& job);

// In words why no band stands beside a job: "none of 78 published runs of dense models on Hopper GPUs had
// sequences of 1 token (2,048 to 8,192)". Empty where a band does.
std::string why_no_band(const std::vector<ErrorBand>& bands, const BandQuestion& job);

// "none of them ran megatron-te", or nothing.
std::string not_run_by(const ErrorBand& band, Software software);

// "78 published runs", "your 24 runs".
std::string runs_of(const ErrorBand& band);

// "predicted without their source", "each predicted without it".
std::string how_left_out(const ErrorBand& band);

// What the runs of a band are alike in: " of dense models on Hopper GPUs (up to 64)".
std::string likeness(const ErrorBand& band);

}  // namespace railyard
