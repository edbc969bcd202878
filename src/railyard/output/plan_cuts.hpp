#pragma once
// How each of the best cuts of a plan is cut and run, as a table that a page has room for.

#include <string>

#include "railyard/output/plan_report.hpp"

namespace railyard::output {

// Where a page is too narrow, words are shortened, then what is the same in every row is told once below,
// then the rate of work is left out.
std::string cuts_table(const PlanReport& report);

// "none", "selective, lean"
std::string recompute_text(const Layout& layout);

// Whether no line is longer than a page is wide.
bool fits_page(const std::string& text);

}  // namespace railyard::output
