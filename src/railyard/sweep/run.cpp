#include "railyard/sweep/run.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

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

// The first exception of any thread, for the caller. Nothing may leave a filter: parts that wait for their
// turn in a pipeline that an exception ends are never freed.
class FirstFailure {
  public:
    void run(const std::function<void()>& work) {
        if (happened_) return;
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            happened_ = true;
        }
    }
    [[nodiscard]] bool happened() const { return happened_; }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::atomic<bool> happened_ = false;
    std::mutex mutex_;
    std::exception_ptr failure_;
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
    FirstFailure failure;
    arena.execute([&] {
        tbb::parallel_pipeline(
            static_cast<std::size_t>(threads) * blocks_waiting,
            tbb::make_filter<void, std::shared_ptr<Part>>(
                tbb::filter_mode::serial_in_order,
                [&](tbb::flow_control& control) -> std::shared_ptr<Part> {
                    if (next >= end || failure.happened() ||
                        (options.stop != nullptr && options.stop->load())) {
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
                        failure.run([&] {
                            std::vector<ResultRow> rows;
                            rows.reserve(part->end - part->begin);
                            for (std::uint64_t i = part->begin; i < part->end; ++i)
                                rows.push_back(row(options.shard.point(i)));
                            part->in_turn = block(rows);
                        });
                        return part;
                    }) &
                tbb::make_filter<std::shared_ptr<Part>, void>(tbb::filter_mode::serial_in_order,
                                                              [&](const std::shared_ptr<Part>& part) {
                                                                  failure.run([&] {
                                                                      part->in_turn();
                                                                      written += part->end - part->begin;
                                                                  });
                                                              }));
    });
    failure.rethrow();
    return written;
}

}  // namespace railyard::sweep
