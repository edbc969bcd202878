#pragma once
// Constants of the cost models that come from shipped files.

#include <string>
#include <string_view>

#include "railyard/input/library.hpp"

namespace railyard {

// The row that eta of the reference model is fitted on.
inline constexpr std::string_view reference_row = "megatron-1.7b";
inline constexpr std::string_view reference_row_topology = "hgx-a100";

struct ReferenceCalibration {
    double eta = 0;        // fraction of peak
    std::string row;       // layout that it was fitted on
    std::string topology;  // and where
};

// Loads the row and fits eta so that its published step comes out exactly, with micro-batch and chunks as
// papers are silent on them. Throws InputError if the row is missing, has no published figure, or cannot be
// met.
ReferenceCalibration calibrate_reference(const input::Library& library);

}  // namespace railyard
