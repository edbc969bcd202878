#pragma once
// Bars side by side, each a stack of the same parts, with a limit where there is one.

#include <optional>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::diagram {

// Significant digits without an exponent: "0.911", "47.5", "1,234" of three.
std::string number_text(double value, int digits = 3);  // 3 or 4

struct StackedBar {
    std::string name;
    std::string note;               // below the name
    std::vector<double> parts;      // in the unit of the axis, one per part name, none negative
    std::string total;              // written behind the bar
    std::optional<double> limit{};  // in the unit of the axis
};

struct StackedBars {
    std::string title;
    std::vector<std::string> lines;  // below the title
    std::string axis;                // with its unit
    std::vector<std::string> part_names;
    std::optional<std::size_t> wasted{};  // the part that is idle time: drawn in a colour of its own, striped
    std::string limit_name;               // of the mark; empty: no bar has a limit
    std::vector<StackedBar> bars;
};

// Parts that are nothing in every bar are left out.
Scene stacked_bars_scene(const StackedBars& chart);

}  // namespace railyard::diagram
