// Points of a sweep a second, layouts and topologies made from their files on the way, rows as a journal has
// them: 34,560 points on 16,384 GPUs, with one thread and with two. The goal: two cores do 1.8 times as much
// as one.

#include <benchmark/benchmark.h>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/input/library.hpp"
#include "railyard/sweep/design_points.hpp"
#include "railyard/sweep/journal.hpp"
#include "railyard/sweep/load_plan.hpp"
#include "railyard/sweep/run.hpp"

namespace {

using namespace railyard;

constexpr const char* text = R"(sweep: bench
topology: [gb200-nvl72, dgx-h100-superpod]
layout: llama3-405b-8k
set: {gpus: 16384, batch.sequences: 16384, pipeline.schedule: 1f1b, pipeline.chunks: 1}
axes:
  nics.bandwidth_per_direction: [100 Gb/s, 200 Gb/s, 400 Gb/s, 800 Gb/s]
  batch.length: [4096, 8192, 16384]
  parallel.tp: [1, 2, 4, 8]
  parallel.cp: [1, 2]
  parallel.pp: [1, 2, 4, 8, 16]
  order: [[tp, cp, pp, dp], [tp, cp, dp, pp]]
  batch.micro: [1, 2, 4]
  recompute: [none, selective, full]
  sharding: [zero-1, zero-3]
)";

void sweep_points(benchmark::State& state, CostModel times) {
    const input::Library library({RAILYARD_SOURCE_DIR});
    const sweep::Plan plan = sweep::load_plan(input::parse_yaml(input::make_source("bench.yaml", text)));
    sweep::RunOptions options;
    options.threads = static_cast<std::uint32_t>(state.range(0));
    for (auto _ : state) {
        // Anew each time: nothing is made yet.
        const sweep::DesignPoints points =
            times == CostModel::reference
                ? sweep::DesignPoints(library, plan, 0.4733)
                : sweep::DesignPoints(library, plan,
                                      sweep::CalibratedTimes{
                                          load_calibration(shipped_file(library, shipped_calibration)), {}});
        std::size_t rows = 0;
        sweep::run_points(
            plan.grid.points(), options, [&](std::uint64_t point) { return points.row(point); },
            [&](const std::vector<ResultRow>& some) -> sweep::InTurn {
                // As a run does: lines are made by whoever found the rows.
                return [&rows, lines = sweep::journal_lines(some)] { rows += lines.size(); };
            });
        benchmark::DoNotOptimize(rows);
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(plan.grid.points()));
}
void reference(benchmark::State& state) {
    sweep_points(state, CostModel::reference);
}
void calibrated(benchmark::State& state) {
    sweep_points(state, CostModel::calibrated);
}
BENCHMARK(reference)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(calibrated)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
