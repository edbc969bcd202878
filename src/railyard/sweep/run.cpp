#include "railyard/sweep/run.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>

namespace railyard::sweep {
namespace {

// Points that one thread takes at once: enough that handing them out costs nothing beside them, few enough
// that a stop does not wait.
constexpr std::uint64_t points_at_once = 64;

// Blocks of each thread that may wait for their turn: while one turn waits for the disk, others are found.
constexpr std::size_t blocks_waiting = 16;

struct Part {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    InTurn in_turn;
};

}  // namespace

std::uint64_t run_points(std::uint64_t all_points, const RunOptions& options,
                         const std::function<ResultRow(std::uint64_t point)>& row,
                         const std::function<InTurn(const std::vector<ResultRow>&)>& block) {
    const std::uint64_t end = options.shard.points(all_points);
    std::uint64_t next = options.begin;
    std::uint64_t written = 0;
    const int threads =
        options.threads == 0 ? tbb::info::default_concurrency() : static_cast<int>(options.threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] {
        tbb::parallel_pipeline(
            static_cast<std::size_t>(threads) * blocks_waiting,
            tbb::make_filter<void, std::shared_ptr<Part>>(
                tbb::filter_mode::serial_in_order,
                [&](tbb::flow_control& control) -> std::shared_ptr<Part> {
                    if (next >= end || (options.stop != nullptr && options.stop->load())) {
                        control.stop();
                        return nullptr;
                    }
                    auto part = std::make_shared<Part>();
                    part->begin = next;
                    part->end = next = std::min(end, next + points_at_once);
                    return part;
                }) &
                tbb::make_filter<std::shared_ptr<Part>, std::shared_ptr<Part>>(
                    tbb::filter_mode::parallel,
                    [&](std::shared_ptr<Part> part) {
                        std::vector<ResultRow> rows;
                        rows.reserve(part->end - part->begin);
                        for (std::uint64_t i = part->begin; i < part->end; ++i)
                            rows.push_back(row(options.shard.point(i)));
                        part->in_turn = block(rows);
                        return part;
                    }) &
                tbb::make_filter<std::shared_ptr<Part>, void>(tbb::filter_mode::serial_in_order,
                                                              [&](const std::shared_ptr<Part>& part) {
                                                                  part->in_turn();
                                                                  written += part->end - part->begin;
                                                              }));
    });
    return written;
}

}  // namespace railyard::sweep
