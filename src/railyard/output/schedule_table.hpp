#pragma once
// Schedules in tables, for people and for spreadsheets.

#include <string>
#include <vector>

#include "railyard/output/schedule_job.hpp"
#include "railyard/schedule/study.hpp"
#include "railyard/schedule/time_text.hpp"

namespace railyard::output {

// One schedule: what it comes to, and a table of devices. `job`: whose pipeline it is, if one's.
std::string schedule_report(const schedule::Study& study, schedule::TimeUnit unit,
                            const ScheduledJob* job = nullptr);

// Several, side by side: one row each.
std::string schedule_comparison(const std::vector<schedule::Outcome>& outcomes, schedule::TimeUnit unit,
                                const ScheduledJob* job = nullptr);

// The same as CSV: a header and a row per schedule, times in full precision and in the unit given (seconds if
// it is one).
std::string schedule_comparison_csv(const std::vector<schedule::Outcome>& outcomes);

// Every operation of one schedule with its times, as CSV. schedule::read_csv reads it back.
std::string schedule_operations_csv(const schedule::Study& study);

}  // namespace railyard::output
