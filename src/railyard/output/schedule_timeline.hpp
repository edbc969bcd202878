#pragma once
// A schedule as a picture in letters, one row per device.

#include <cstddef>
#include <string>

#include "railyard/output/text_table.hpp"
#include "railyard/schedule/study.hpp"

namespace railyard::output {

// Rows of at most `width` columns (at least 40 are used). Forward, backward and idle differ by letter, colour
// is an addition. Where an operation is a column wide or more it shows its letter and micro-batch; else a
// column shows what its device mostly did in it.
std::string schedule_timeline(const schedule::Study& study, std::size_t width, Colour colour);

}  // namespace railyard::output
