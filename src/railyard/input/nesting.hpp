#pragma once
// A look at YAML text before a parser sees it: how deep does it nest? A parser that recurses once per level
// would otherwise be at the mercy of its input.

#include <optional>
#include <string_view>

#include "railyard/input/source.hpp"

namespace railyard::input {

// The place where the text first nests deeper than `limit` levels (indentation, "- - -" and brackets
// together), or nothing. One pass, constant memory but for stacks of at most limit + 1 entries. Brackets
// inside quotes, comments and plain words are not counted. An estimate: it may be a level high, and a text
// made for it can fool it, so whoever builds a tree keeps a limit as well.
std::optional<Mark> first_place_deeper_than(std::string_view text, std::uint32_t limit);

}  // namespace railyard::input
