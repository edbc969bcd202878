// One estimate of the reference and of the calibrated model. What depends on the ranks is looked at once for
// each placement (look_at_links: linear in the ranks, a handful of allocations); the estimate itself takes
// the rates found there, so that a search may change batch, recomputation or sharding without going through
// the ranks again.

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <variant>

#include "railyard/estimate/calibrated_step.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace {

std::atomic<std::int64_t> allocations{0};

}  // namespace

// Not inlined, or GCC takes malloc and delete for a pair that does not match.
[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}

namespace {

using namespace railyard;

constexpr double eta = 0.4733;

// Llama 3 405B (tp 8, pp 16) on NVL72 racks, with as many replicas as fill the ranks asked for.
struct Job {
    Topology topology;
    Layout layout;
    Evaluation evaluation;
};
Job job_of(std::int64_t ranks) {
    const input::Library library({RAILYARD_SOURCE_DIR});
    const std::string replicas = std::to_string(ranks / 128);
    Layout layout = load_layout(library, "llama3-405b-8k",
                                {{"parallel.dp", replicas, "--dp"},
                                 {"batch.sequences", std::to_string(ranks / 128 * 32), "--sequences"}})
                        .layout;
    Topology topology = load_topology(library, "gb200-nvl72").topology;
    auto result = evaluate(topology, layout);
    return {std::move(topology), std::move(layout), std::get<Evaluation>(std::move(result))};
}

void count_allocations(benchmark::State& state, std::int64_t before) {
    state.counters["allocations"] =
        static_cast<double>(allocations - before) / static_cast<double>(state.iterations());
}

void estimate_with_rates_known(benchmark::State& state) {
    const Job job = job_of(state.range(0));
    const MachineRates rates = look_at_links(job.topology, job.layout, job.evaluation).rates;
    const std::int64_t before = allocations;
    for (auto _ : state) {
        const ReferenceBatch batch = reference_batch(job.layout, BatchAssumption::as_laid_out);
        benchmark::DoNotOptimize(reference_step(job.layout, rates, batch, eta));
    }
    count_allocations(state, before);
}
BENCHMARK(estimate_with_rates_known)->RangeMultiplier(16)->Range(1024, 262144);

// The calibrated model with its machine known. `batches`: the same micro-batches as before, or longer
// sequences each time, so that the stages' times are new and the schedule is replayed.
enum class StageTimes { kept, changed };
void calibrated_estimate(benchmark::State& state, Job job, StageTimes times) {
    const Calibration calibration =
        load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/calibration/shipped.yaml");
    const auto links = look_at_links(job.topology, job.layout, job.evaluation).links;
    const auto machine = std::get<CalibratedMachine>(
        calibrated_machine(calibration, job.topology, job.layout, job.evaluation, links));
    Layout& layout = job.layout;
    benchmark::DoNotOptimize(calibrated_step(layout, machine, calibration.constants).sum());
    const std::int64_t before = allocations;
    for (auto _ : state) {
        if (times == StageTimes::changed) layout.batch.length ^= 64;
        benchmark::DoNotOptimize(calibrated_step(layout, machine, calibration.constants).sum());
    }
    count_allocations(state, before);
}
void calibrated_estimate_beside_the_schedule(benchmark::State& state) {
    calibrated_estimate(state, job_of(16384), StageTimes::kept);
}
BENCHMARK(calibrated_estimate_beside_the_schedule);
void calibrated_estimate_with_the_schedule(benchmark::State& state) {
    calibrated_estimate(state, job_of(16384), StageTimes::changed);
}
BENCHMARK(calibrated_estimate_with_the_schedule);

// Placement, hops, links and the calibrated estimate of 16,384 GPUs: what a search pays for a new placement.
void calibrated_evaluation_with_placement(benchmark::State& state) {
    const Job job = job_of(16384);
    const Calibration calibration =
        load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/calibration/shipped.yaml");
    for (auto _ : state) {
        const auto result = evaluate(job.topology, job.layout);
        const auto& evaluation = std::get<Evaluation>(result);
        const auto links = look_at_links(job.topology, job.layout, evaluation).links;
        const auto machine = std::get<CalibratedMachine>(
            calibrated_machine(calibration, job.topology, job.layout, evaluation, links));
        benchmark::DoNotOptimize(calibrated_step(job.layout, machine, calibration.constants).sum());
    }
}
BENCHMARK(calibrated_evaluation_with_placement)->Unit(benchmark::kMicrosecond);

void look_at_the_links_of_a_placement(benchmark::State& state) {
    const Job job = job_of(state.range(0));
    const std::int64_t before = allocations;
    for (auto _ : state) benchmark::DoNotOptimize(look_at_links(job.topology, job.layout, job.evaluation));
    count_allocations(state, before);
    state.SetComplexityN(state.range(0));
}
BENCHMARK(look_at_the_links_of_a_placement)
    ->RangeMultiplier(16)
    ->Range(1024, 262144)
    ->Unit(benchmark::kMicrosecond)
    ->Complexity(benchmark::oN);

}  // namespace
