#pragma once
// Evaluating many points on all cores. Rows come out in the order of the points, whatever the number of
// threads.

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "railyard/search/point_grid.hpp"
#include "railyard/search/results.hpp"

namespace railyard::sweep {

struct RunOptions {
    std::uint32_t threads = 0;                // 0: all cores
    const std::atomic<bool>* stop = nullptr;  // set: points under way are finished, no others begun
    std::uint64_t begin = 0;                  // points of the shard that are done already
    Shard shard;
};

// Calls `row` for points of the shard, from many threads, and `sink` with their rows, some at a time, in
// order, from one thread at a time. Returns how many rows went to the sink. What `row` or `sink` throw comes
// out after the threads have stopped.
std::uint64_t run_points(std::uint64_t all_points, const RunOptions& options,
                         const std::function<ResultRow(std::uint64_t point)>& row,
                         const std::function<void(const std::vector<ResultRow>&)>& sink);

}  // namespace railyard::sweep
