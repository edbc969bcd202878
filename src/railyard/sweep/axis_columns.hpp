#pragma once
// What results have of a key that was swept: the value as the sweep has it, and beside it, where that has a
// unit, a number to sort and to reckon with.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

    // The column of numbers and what the choices are in it; nothing where they are no numbers.
    [[nodiscard]] std::optional<std::pair<std::string, std::vector<double>>> numbers() const;

  private:
    std::vector<ResultColumn> columns_;
    std::vector<std::string> texts_;
    std::vector<double> numbers_;  // in the base unit; empty: values have no unit
};

// Of all keys, fixed ones first, as far as their choices are numbers.
std::vector<KeyNumbers> numbers_of_keys(const std::vector<SweptKey>& fixed, const std::vector<Axis>& axes);

}  // namespace railyard::sweep
