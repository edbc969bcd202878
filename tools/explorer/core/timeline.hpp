#pragma once
// Pipeline schedules, run and laid out for drawing.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace railyard::explorer {

struct JobPipeline;

struct DrawnOperation {
    float start = 0;
    float end = 0;
    std::uint32_t device = 0;
    std::uint32_t micro_batch = 0;
    std::uint32_t chunk = 0;
    std::uint32_t kind = 0;  // schedule::Kind
};

struct Timeline {
    std::string json;  // what `railyard schedule --format json` writes, or {"problems": [...]}
    std::vector<DrawnOperation> operations;
};

// Most operations that are drawn; above it the page tells the figures alone.
inline constexpr std::size_t most_drawn_operations = 400'000;

// The question: `schedule`, `stages`, `micro_batches`, `chunks`, and the times `forward`, `backward`,
// `weight`, `send` as numbers in any unit (weight: by default half of the backward).
Timeline run_schedule(std::string_view question);

// The same of a job's pipeline: of the question count `schedule` and `chunks` (its own where it is the job's
// schedule and has as many). The JSON is in seconds, and has "times": the least and the most that a
// micro-batch takes on a stage, and by which model.
Timeline run_schedule(std::string_view question, const JobPipeline* job);

}  // namespace railyard::explorer
