#pragma once
// A layout as the file that loads as it.

#include <string>
#include <string_view>

#include "railyard/job/layout.hpp"

namespace railyard::output {

// `model` is what the file says for its model: a shipped name or a path. `comment` goes above, a line each.
// What is as the format has it by default is left out, but for what a plan chooses.
std::string layout_yaml(const Layout& layout, std::string_view model, std::string_view comment = "");

}  // namespace railyard::output
