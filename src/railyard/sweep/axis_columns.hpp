#pragma once
// What results have of a key that was swept: the value as the sweep has it, and beside it, where that has a
// unit, a number to sort and to reckon with.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "railyard/search/results.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

class AxisColumns {
  public:
    // `key` need not outlive it.
    explicit AxisColumns(const SweptKey& key);

    // One or two: "nics.bandwidth_per_direction", "nics.bandwidth_per_direction_bytes_per_second".
    [[nodiscard]] const std::vector<ResultColumn>& columns() const { return columns_; }
    // Puts the cells of a choice behind those of a row.
    void add_cells(std::uint32_t choice, ResultRow& row) const;

    // What the choices are in the column of that name; nothing where it is none of these, or text.
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view column) const;

  private:
    std::vector<ResultColumn> columns_;
    std::vector<std::string> texts_;
    std::vector<double> numbers_;  // in the base unit; empty: values have no unit
};

// The numbers of a swept key: a figure to choose by, and in conditions.
struct KeyNumbers {
    std::string name;                 // of the column
    std::optional<std::size_t> axis;  // none: the same at every point
    std::vector<double> of_choice;
};

// Of the key whose column is called so, among `fixed` ones and those on `axes`; nothing where there is none
// or its choices are no numbers.
std::optional<KeyNumbers> numbers_of_key(const std::vector<SweptKey>& fixed, const std::vector<Axis>& axes,
                                         std::string_view column);

}  // namespace railyard::sweep
