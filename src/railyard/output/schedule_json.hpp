#pragma once
// Schedules as JSON, for other programs, and as a trace, for Chrome's and Perfetto's viewers.

#include <string>
#include <vector>

#include "railyard/output/schedule_job.hpp"
#include "railyard/schedule/study.hpp"
#include "railyard/schedule/time_text.hpp"

namespace railyard::output {

enum class Operations { left_out, listed };

// One outcome: an object; several: {"schedules": [...]}. Times are numbers in `time_unit`: "s", or "unit" for
// whatever they were given in. `job`: whose pipeline it is, if one's; then "times" tells where they are from.
std::string schedule_json(const std::vector<schedule::Outcome>& outcomes, schedule::TimeUnit unit,
                          Operations operations, const ScheduledJob* job = nullptr);

// The trace event format: a complete event ("X") per operation, a thread per device. Viewers count in
// microseconds; a unit of a time without unit is shown as one.
std::string schedule_trace(const schedule::Study& study, schedule::TimeUnit unit);

}  // namespace railyard::output
