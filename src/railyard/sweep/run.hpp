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

// What is left to do with some rows when their turn has come.
using InTurn = std::function<void()>;

// Calls `row` for points of the shard and `block` with rows that follow each other, both from many threads;
// what `block` returns is called in the order of the points, one at a time: only that has to wait for others.
// Returns how many rows had their turn. What is thrown inside comes out after the threads have stopped.
std::uint64_t run_points(std::uint64_t all_points, const RunOptions& options,
                         const std::function<ResultRow(std::uint64_t point)>& row,
                         const std::function<InTurn(const std::vector<ResultRow>&)>& block);

}  // namespace railyard::sweep
