#pragma once
// One line of a journal: cells with tabs between them, then the checksum of what stands before it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::sweep {

// The line of a row of results, behind `text`.
void append_line(std::string& text, const ResultRow& row);

// Ends in a newline. Tabs, newlines and backslashes in cells are escaped.
std::string journal_line(const std::vector<std::string>& cells);

// The cells of a line (without its newline); nothing if it is not whole.
std::optional<std::vector<std::string>> cells_of_line(std::string_view line);

// A cell of a result as text, such that the same cell comes back: "", "=0.25", "'spine".
std::string text_of_cell(const ResultCell& cell);
std::optional<ResultCell> cell_of_text(std::string_view text);

}  // namespace railyard::sweep
