#pragma once
// Pins that an answer does not keep, in words.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/search/pin_tally.hpp"

namespace railyard::output {

// A line for each required pin, or set of them, that nothing kept; `placement` says of what: "No placement".
std::string unmet_pins_told(const search::UnmetPins& unmet, std::string_view placement);

// Rows of a table, and the pins that each does not keep.
struct RowPins {
    std::size_t row = 0;  // its number; 0: the layout as given
    std::vector<std::string> broken;
};

// A line for each pin that some row does not keep: "job=rack is not kept by given, 1 to 3."
std::string broken_pins_told(const std::vector<RowPins>& rows);

}  // namespace railyard::output
