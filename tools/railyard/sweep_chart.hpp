#pragma once
// The chart of --pareto: every point that is ok by two figures.

#include <string>
#include <vector>

#include "railyard/sweep_collector.hpp"

namespace railyard::tool {

// The column of a figure, by any of its names, or of a key whose choices are numbers. Throws InputError with
// the nearest one; `option` asked for it.
std::size_t column_of(const std::vector<ResultColumn>& columns, const std::string& name,
                      std::string_view option);
// NaN where there is none.
double number_in(const ResultRow& row, std::size_t column);

// Writes the file of --chart. Throws OutputError.
void write_chart(const ResultOptions& options, const std::string& title,
                 const std::vector<ResultColumn>& columns, const ForEachRow& for_each);

}  // namespace railyard::tool
