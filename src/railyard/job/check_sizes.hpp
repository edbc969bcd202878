#pragma once
// Sizes that must divide each other, checked before anything is placed or counted.

#include <string>
#include <vector>

#include "railyard/job/layout.hpp"

namespace railyard {

enum class SizeSeverity { error, note };

// What is wrong, with the numbers in it, and the key of a layout file that it is about.
struct SizeProblem {
    SizeSeverity severity = SizeSeverity::error;
    std::string section;  // "parallel", "batch", "pipeline", "sharding", "placement"; "": the layout itself
    std::string key;
    std::string message;
    std::string hint;
};

// Errors: ranks that etp x ep x pp does not divide, sequences that dp x micro does not divide, experts that
// ep does not divide, layers given per stage that are not the model's, more stages than layers, shards that
// do not divide their ranks. Notes: what Megatron-LM would refuse (layers, heads or sequences that do not
// divide), expert degrees for a model without experts.
std::vector<SizeProblem> check_sizes(const Layout& layout);

}  // namespace railyard
