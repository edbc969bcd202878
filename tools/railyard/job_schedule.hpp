#pragma once
// The pipeline of a placed job, simulated with the times of a model.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/output/schedule_job.hpp"
#include "railyard/schedule/study.hpp"
#include "railyard/step_model.hpp"

namespace railyard::tool {

struct JobScheduleQuestion {
    std::string layout;
    std::string topology;
    std::vector<std::string> names;     // of schedules; empty: the layout's own
    std::vector<std::uint32_t> chunks;  // of interleaved ones; empty: the layout's
    schedule::Conditions limits;        // sending, most_alive and most_bytes count
};

struct JobSchedule {
    std::vector<schedule::Outcome> outcomes;
    output::ScheduledJob job;
};

// Throws InputError for files that cannot be read, a job that does not fit, and as timed_step does.
JobSchedule schedule_job(const JobScheduleQuestion& question, const StepModelOptions& model);

}  // namespace railyard::tool
