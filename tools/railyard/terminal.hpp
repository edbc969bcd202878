#pragma once
// Does a person look at standard output?

namespace railyard::tool {

// Standard output is a terminal that shows colours, and NO_COLOR (no-color.org) does not ask for none.
bool stdout_shows_colour();

}  // namespace railyard::tool
