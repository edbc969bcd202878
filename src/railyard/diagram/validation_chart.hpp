#pragma once
// Predicted against measured step times, as an SVG of our own.

#include <string>

#include "railyard/estimate/validation.hpp"

namespace railyard::diagram {

// Both axes logarithmic, in seconds; the diagonal is a perfect prediction and the band what lies within 10 %.
// One mark and colour per source, a hollow mark for the row that the model was fitted on. Light and dark.
std::string validation_chart(const Validation& validation);

}  // namespace railyard::diagram
