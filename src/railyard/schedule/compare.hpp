#pragma once
// Several schedules under the same conditions, side by side.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/schedule/study.hpp"

namespace railyard::schedule {

// What is compared. (given)
struct Comparison {
    std::vector<std::string> names;  // of the catalogue; "all" alone: every one
    std::uint32_t stages = 1;
    std::uint32_t micro_batches = 1;
    std::vector<std::uint32_t> chunks;  // interleaved is run once for each; empty: 2
};

// In the order of the names. Throws InputError for an unknown name, a shape that a named schedule refuses,
// chunks without an interleaved schedule, or wrong conditions; under "all", what a schedule refuses is an
// Impossible.
std::vector<Outcome> compare(const Comparison& comparison, const Conditions& conditions);

// Whether every schedule that takes its shape finishes, and there is one.
bool all_finish(const std::vector<Outcome>& outcomes);

}  // namespace railyard::schedule
