#pragma once
// Does a person look at standard output, and how wide is it?

#include <cstddef>

namespace railyard::tool {

// Standard output is a terminal that shows colours, and NO_COLOR (no-color.org) does not ask for none.
bool stdout_shows_colour();

// Columns of the terminal that standard output is; 100 if it is none.
std::size_t stdout_columns();

}  // namespace railyard::tool
