#pragma once
// "did you mean": the nearest known word to one that is not known.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace railyard {

// Levenshtein distance in bytes. Cost: a.size() x b.size(); words longer than 64 bytes count as far apart.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word nearest to `word` (case folded first), if it is near enough to be a slip: at most a third of
// its length, two for short words. The first of equally near ones wins.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

// "did you mean 'x'?", names that the word is a part of ("did you mean 'x-1' or 'x-2'?") or, when nothing is
// near, "known: a, b, c" (cut after 12 names).
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace railyard
