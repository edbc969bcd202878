#pragma once
// Times on a command line: one or several, plain numbers or with a unit.

#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/input/quantity.hpp"

namespace railyard::input {

// How times were given. `open`: only zeros, which go with either.
enum class TimeStyle { open, plain, with_unit };

struct TimeList {
    std::vector<Seconds> times;  // of a plain list: the numbers as they are, whatever their unit
    TimeStyle style = TimeStyle::open;
};

// "1", "1,1,2" or "1.2 ms, 900 us"; not negative, finite. Plain numbers and units do not mix.
Parsed<TimeList> parse_times(std::string_view text);

// "2 GiB" or "2 GiB, 1 GiB".
Parsed<std::vector<Bytes>> parse_sizes(std::string_view text);

}  // namespace railyard::input
