#pragma once
// A schedule as a picture: time to the right, a row per device, idle time in a colour of its own that nothing
// else has. While operations are wide enough to be told apart each is drawn with its micro-batch, and those
// on the critical path are underlined. Beyond that, a column of time shows by heights how much of it went
// into forwards, backwards and idling. More than 128 devices share rows. The file stays below about 1 MB
// whatever the schedule, and follows the viewer's light or dark preference.

#include <string>

#include "railyard/schedule/study.hpp"
#include "railyard/schedule/time_text.hpp"

namespace railyard::diagram {

std::string schedule_svg(const schedule::Study& study, schedule::TimeUnit unit);

}  // namespace railyard::diagram
