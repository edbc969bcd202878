#pragma once
// A sweep as an array job of Slurm.

#include <string>

#include "railyard/sweep/plan.hpp"
#include "railyard/sweep_options.hpp"

namespace railyard::tool {

// Writes the job's script into the folder and submits it; `file`: the sweep's. Returns an ExitCode.
int run_on_slurm(const SweepOptions& options, const sweep::Plan& plan, const std::string& file);

}  // namespace railyard::tool
