#pragma once
// What a command printed, as it was copied from a terminal: with what the terminal made of it around it.

#include <string>
#include <string_view>

#include "railyard/input/source.hpp"

namespace railyard::input {

// Whether a line is a prompt of a shell with a command or none ("$ lstopo", "root@n7:~# "), or what script(1)
// writes at either end.
bool is_prompt(std::string_view line);

// The text as one sees it: without escape codes, with "\n" for other line ends, and with blank lines in place
// of prompts before its first line and behind its last. Lines keep their numbers.
std::string as_shown(std::string_view text);

// A source with that text; the same one where nothing differs.
SourcePtr as_shown(const SourcePtr& source);

}  // namespace railyard::input
