#pragma once
// The placed job whose pipeline a schedule runs.

#include <string>
#include <vector>

#include "railyard/estimate/estimate.hpp"

namespace railyard::output {

struct ScheduledJob {
    CostModel model = CostModel::calibrated;  // whose times it has
    std::string fitted_on;                    // the calibration's name, or the row that gave eta
    std::string link;                         // what its domains' links are called
    std::vector<std::string> notes;           // why another model stands in
};

}  // namespace railyard::output
