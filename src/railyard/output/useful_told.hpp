#pragma once
// What the column of useful time means, in words.

#include <string>

#include "railyard/search/useful_time.hpp"

namespace railyard::output {

// "96.3 %"
std::string useful_cell(const search::UsefulTime& useful);

// A paragraph that says what the share is of, at these rates.
std::string useful_told(const search::FailureRates& rates);

}  // namespace railyard::output
