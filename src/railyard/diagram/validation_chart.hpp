#pragma once
// Predicted against measured step times.

#include "railyard/diagram/scene.hpp"
#include "railyard/estimate/calibrated_validation.hpp"
#include "railyard/estimate/validation.hpp"

namespace railyard::diagram {

// Both axes logarithmic, in seconds; the diagonal is a perfect prediction, the dashed lines beside it are 10
// % off. One colour and shape per source, a hollow mark for a row that the model was fitted on.
Scene validation_scene(const Validation& validation);
// Each run as it is predicted without its source's runs.
Scene validation_scene(const CalibratedValidation& validation);

}  // namespace railyard::diagram
