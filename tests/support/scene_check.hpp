#pragma once
// Whether a scene can be read: labels inside their boxes, text inside the picture, no text on another.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/diagram/scene.hpp"

namespace railyard::test {

// What is wrong, a line for each problem, twenty at most; empty: nothing.
std::vector<std::string> reading_problems(const diagram::Scene& scene);

// Words that a line runs through although it is drawn over them, twenty at most: lines over boxes cross labels
// and texts, lines under them only texts that have no paper of their own.
std::vector<std::string> crossed_words(const diagram::Scene& scene);

// How often a word stands in a text.
std::size_t occurrences(std::string_view text, std::string_view word);

// Names that somebody may write into a file: quotes, markup, newlines, ports, backslashes, entities, bytes
// that are no UTF-8, and 10,000 characters.
const std::vector<std::string>& nasty_names();

}  // namespace railyard::test
