#pragma once
// Turns a command line that CLI11 refused into a problem with a hint.

#include <CLI/App.hpp>
#include <CLI/Error.hpp>

#include "railyard/base/error.hpp"

namespace railyard::tool {

Diagnostic usage_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace railyard::tool
