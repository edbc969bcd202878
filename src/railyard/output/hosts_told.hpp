#pragma once
// The hosts of an allocation in the order of their ranks, in words.

#include <string>
#include <utility>
#include <vector>

namespace railyard::output {

// Lines for placements by what they are called, each with its hosts as a hostlist; without hosts: none.
std::string hosts_told(const std::vector<std::pair<std::string, std::string>>& placements);

}  // namespace railyard::output
