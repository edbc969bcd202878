#pragma once
// Files of measured collectives, and the output of nccl-tests.

#include <string>
#include <vector>

#include "railyard/estimate/collective_points.hpp"
#include "railyard/input/library.hpp"

namespace railyard {

// YAML: see calibration_keys.cpp. Throws InputError.
std::vector<CollectivePoint> load_collectives(const input::Library& library, const std::string& path);

// What nccl-tests prints (all_reduce_perf and its sisters), out of place, on one topology. The collective is
// read from "Collective test starting: NAME", else from `kind`. Throws InputError if there is no table.
std::vector<CollectivePoint> load_nccl_tests(const input::Library& library, const std::string& path,
                                             const std::string& on, std::uint32_t members, Collective kind);

}  // namespace railyard
