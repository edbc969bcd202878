// Whole searches for the best cuts, on one thread, topology and model loaded: everything that `plan` may
// choose is open. The goals: GPT-3 175B on 64 GPUs within 10 s, Llama 3 405B on 16,384 within 30 s.

#include <benchmark/benchmark.h>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/job/load.hpp"
#include "railyard/search/plan.hpp"
#include "railyard/topology/load.hpp"

namespace {

using namespace railyard;

struct Job {
    const char* model;
    const char* topology;
    std::uint32_t gpus;
    Batch batch;
};

constexpr Job gpt3{"gpt3-175b", "hgx-a100", 64, {64, 1, 2048}};
constexpr Job llama3{"llama3-405b", "hgx-h100", 16384, {2048, 1, 8192}};
constexpr Job llama3_in_racks{"llama3-405b", "gb200-nvl72", 16384, {2048, 1, 8192}};

void plans(benchmark::State& state, const Job& job) {
    const input::Library library({RAILYARD_SOURCE_DIR});
    const Calibration calibration = load_calibration(shipped_file(library, shipped_calibration));
    const search::TimeModel times{&calibration, 0};
    const Topology topology = load_topology(library, job.topology).topology;
    search::PlanSpace space;
    space.base.model = load_model(library, job.model);
    space.base.batch = job.batch;
    space.gpus = job.gpus;
    std::uint64_t candidates = 0;
    for (auto _ : state) candidates = search::plan(topology, space, times, {}).counts.candidates;
    state.counters["candidates"] = static_cast<double>(candidates);
}
BENCHMARK_CAPTURE(plans, gpt3_175b_64_gpus, gpt3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plans, llama3_405b_16384_gpus_in_boxes, llama3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plans, llama3_405b_16384_gpus_in_racks, llama3_in_racks)->Unit(benchmark::kMillisecond);

}  // namespace
