// Building and running schedules: seconds an operation (the "per_operation" column), for growing sizes. The
// largest is p=64, m=512, v=4: 262,144 operations.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <variant>

#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/csv.hpp"
#include "railyard/schedule/simulate.hpp"
#include "railyard/schedule/summary.hpp"
#include "railyard/schedule/times.hpp"

namespace {

using namespace railyard;
using namespace railyard::schedule;

const ComputeTimes stage{seconds(0.003), seconds(0.006), seconds(0.003)};
const Hop hop{seconds(0.0001), Link::nvlink};

Shape shape_of(const benchmark::State& state) {
    const auto micro_batches = static_cast<std::uint32_t>(state.range(0));
    return {64, micro_batches, 4};
}

void count(benchmark::State& state, const Schedule& schedule) {
    using Counter = benchmark::Counter;
    state.counters["operations"] = Counter(static_cast<double>(schedule.operations.size()));
    state.counters["per_operation"] = Counter(static_cast<double>(schedule.operations.size()),
                                              Counter::kIsIterationInvariantRate | Counter::kInvert);
}

// The simulator alone.
void simulate_interleaved(benchmark::State& state) {
    const Schedule schedule = build(Algorithm::interleaved, shape_of(state));
    const Times times = even_times(schedule, stage, hop);
    for (auto _ : state) benchmark::DoNotOptimize(simulate(schedule, times));
    count(state, schedule);
}
BENCHMARK(simulate_interleaved)->RangeMultiplier(2)->Range(64, 512)->Unit(benchmark::kMillisecond);

// From the shape to the summary: what a search pays for a schedule.
void whole_interleaved(benchmark::State& state) {
    Schedule schedule;
    for (auto _ : state) {
        schedule = build(Algorithm::interleaved, shape_of(state));
        const Times times = even_times(schedule, stage, hop);
        const auto run = simulate(schedule, times);
        benchmark::DoNotOptimize(summarize(schedule, times, std::get<Timeline>(run), {}));
    }
    count(state, schedule);
}
BENCHMARK(whole_interleaved)->RangeMultiplier(2)->Range(64, 512)->Unit(benchmark::kMillisecond);

void read_csv_interleaved(benchmark::State& state) {
    const Schedule schedule = build(Algorithm::interleaved, shape_of(state));
    const std::string text = write_csv(schedule);
    for (auto _ : state) benchmark::DoNotOptimize(read_csv(text, "bench.csv"));
    count(state, schedule);
}
BENCHMARK(read_csv_interleaved)->RangeMultiplier(2)->Range(64, 512)->Unit(benchmark::kMillisecond);

}  // namespace
