#pragma once
// Results of a sweep as text: CSV and JSON lines, a row a point; and as a table of the points that were asked
// for.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/search/results.hpp"

namespace railyard::output {

std::string csv_header(const std::vector<ResultColumn>& columns);
std::string csv_row(const std::vector<ResultColumn>& columns, const ResultRow& row);
// One object, then a newline. Cells that hold nothing are null.
std::string json_row(const std::vector<ResultColumn>& columns, const ResultRow& row);

// A cell as all of these write it: a whole number with all its digits, others with as many as tell them
// apart.
std::string cell_text(CellKind kind, const ResultCell& cell);

// Whether a column has the value of the one before it as a number: what people read is the other. `status`:
// the column behind all choices.
bool is_twin(const std::vector<ResultColumn>& columns, std::size_t at, std::size_t status);

// A key that was swept, as short as the others allow: "nics.bandwidth_per_direction" -> "nics bandwidth",
// "parallel.tp" -> "tp", "network.tiers.spine.planes" -> "spine planes" beside "core planes".
std::string short_name(const std::vector<ResultColumn>& columns, std::size_t at);

// The rows with what differs between points on the left and figures on the right, in as many blocks as the
// page needs to show all of them; points with something to be said of have a star, and what it is below.
std::string sweep_table(const std::vector<ResultColumn>& columns, const std::vector<ResultRow>& rows);

}  // namespace railyard::output
