#pragma once
// Why the memory, the cost and the power of one design are another than those of another one.

#include <string>
#include <vector>

#include "railyard/search/comparison.hpp"

namespace railyard::output {

// In words; empty where nothing differs.
std::vector<std::string> memory_reasons(const MemoryChange& change);
std::vector<std::string> bill_reasons(const std::vector<BillPartChange>& changes, Billed figure);

// A heading and a line or more for each of them that differs.
std::string compare_amounts(const Comparison& comparison);

}  // namespace railyard::output
