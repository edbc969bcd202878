#include "railyard/terminal.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace railyard::tool {

bool stdout_shows_colour() {
    const char* no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return false;
    const char* term = std::getenv("TERM");
    if (term != nullptr && std::string_view(term) == "dumb") return false;
    return ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace railyard::tool
