#include "railyard/output/pins_told.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/output/row_ranges.hpp"
#include "railyard/output/text_table.hpp"

namespace railyard::output {
namespace {

bool breaks(const RowPins& row, const std::string& pin) {
    return std::find(row.broken.begin(), row.broken.end(), pin) != row.broken.end();
}

}  // namespace

std::string unmet_pins_told(const search::UnmetPins& unmet, std::string_view placement) {
    std::string text;
    for (const std::string& pin : unmet.alone)
        text += wrapped(fmt::format("{} keeps the pin {}.", placement, pin)) + "\n";
    for (const auto& pins : unmet.together)
        text += wrapped(fmt::format("{} keeps the pins {} together.", placement, listed(pins))) + "\n";
    return text;
}

std::string broken_pins_told(const std::vector<RowPins>& rows) {
    std::vector<std::string> pins;
    for (const RowPins& row : rows) {
        for (const std::string& pin : row.broken)
            if (std::find(pins.begin(), pins.end(), pin) == pins.end()) pins.push_back(pin);
    }
    std::string text;
    for (const std::string& pin : pins) {
        std::vector<std::size_t> numbers;
        for (const RowPins& row : rows)
            if (breaks(row, pin)) numbers.push_back(row.row);
        text += wrapped(fmt::format("{} is not kept by {}.", pin, row_ranges(numbers))) + "\n";
    }
    return text;
}

}  // namespace railyard::output
