#pragma once
// Rows of a table in words.

#include <cstddef>
#include <string>
#include <vector>

namespace railyard::output {

// "given, 1 to 3 and 5", of ascending numbers: 0 is the row called given, more than two neighbours are a
// range.
std::string row_ranges(const std::vector<std::size_t>& rows);

// "a, b and c"
std::string listed(const std::vector<std::string>& words);

}  // namespace railyard::output
