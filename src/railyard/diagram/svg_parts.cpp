#include "railyard/diagram/svg_parts.hpp"

#include <fmt/format.h>

namespace railyard::diagram {

std::string px(double value) {
    std::string text = fmt::format("{:.2f}", value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

}  // namespace railyard::diagram
