#pragma once
// Two designs side by side, as a table, JSON and CSV.

#include <string>
#include <vector>

#include "railyard/search/comparison.hpp"

namespace railyard::output {

struct CompareReport {
    std::string a;  // what the designs are called
    std::string b;
    std::vector<std::string> changed;  // "topology: gb200-nvl72 -> hgx-h100"
    Comparison comparison;
    std::vector<std::string> notes;
};

std::string compare_table(const CompareReport& report);
std::string compare_json(const CompareReport& report);
std::string compare_csv(const CompareReport& report);  // the figures

}  // namespace railyard::output
