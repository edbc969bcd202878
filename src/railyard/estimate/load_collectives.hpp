#pragma once
// Files of measured collectives, and the output of nccl-tests.

#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/collective_points.hpp"
#include "railyard/input/library.hpp"

namespace railyard {

// YAML: see calibration_keys.cpp. Throws InputError.
std::vector<CollectivePoint> load_collectives(const input::Library& library, const std::string& path);

struct NcclMeasurements {
    std::vector<CollectivePoint> points;  // out of place
    std::vector<std::string> remarks;     // one for each table: what it is, or why it is not used
};

// What nccl-tests prints (all_reduce_perf and its sisters), of `members` GPUs of one topology. A table is of
// the program that its header names, else of the collective asked for, else of the one that it shows itself
// to be of (load_nccl_collective.hpp). Throws InputError if that leaves two, a header names another collective
// than was asked for, there is no table that can be used, or one is not what it is said to be
// (load_nccl_checks.hpp).
NcclMeasurements load_nccl_tests(const input::Library& library, const std::string& path,
                                 const std::string& on, std::uint32_t members,
                                 std::optional<Collective> asked);

}  // namespace railyard
