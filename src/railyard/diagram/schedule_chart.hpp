#pragma once
// A schedule as a picture: time to the right, a row per device, idle time in a colour of its own that nothing
// else has. While operations are wide enough to be told apart each is drawn with its micro-batch, and those
// on the critical path are underlined. Beyond that, a column of time shows by heights how much of it went
// into forwards, backwards and idling. More than 128 devices share rows. As SVG it stays below about 1 MB
// whatever the schedule.

#include "railyard/diagram/scene.hpp"
#include "railyard/schedule/study.hpp"
#include "railyard/schedule/time_text.hpp"

namespace railyard::diagram {

Scene schedule_scene(const schedule::Study& study, schedule::TimeUnit unit);

}  // namespace railyard::diagram
