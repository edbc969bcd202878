#pragma once
// Published runs: those that are shipped as layouts, and files of them.

#include <string>
#include <vector>

#include "railyard/estimate/validation.hpp"
#include "railyard/input/library.hpp"

namespace railyard {

// The ten rows of Narayanan et al. 2021, Table 1, on hgx-a100 and the three of Grattafiori et al. 2024, Table
// 4, on hgx-h100. Throws InputError if a file is broken.
std::vector<RunOrSkip> shipped_runs(const input::Library& library);

// A YAML list of runs, each with id, source, model, gpu, degrees, batch and what was measured. Keys that do
// not bear on a prediction are passed over. A run that lacks a value, or whose machine is not known, is
// skipped with the reason; a file that is not of this form, misspelt keys and values that cannot be throw
// InputError.
std::vector<RunOrSkip> load_runs(const input::Library& library, const std::string& path);

}  // namespace railyard
