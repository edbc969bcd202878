// Placing a job and counting the hops of all its dimensions, from 16,384 GPUs to 1,048,576: the time, ranks a
// second, and the most heap that was in use at once. The goal: a million within 50 ms and 64 MB, growing in
// step with the ranks.

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string_view>
#include <variant>

#include "railyard/job/load.hpp"
#include "railyard/placement/hops.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/traffic.hpp"
#include "railyard/topology/load.hpp"

namespace {

// Benchmarks run on one thread.
std::size_t heap_now = 0;
std::size_t heap_most = 0;

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    heap_now += malloc_usable_size(memory);
    heap_most = std::max(heap_most, heap_now);
    return memory;
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(size));  // NOLINT(cppcoreguidelines-no-malloc)
}

void operator delete(void* memory) noexcept {
    heap_now -= malloc_usable_size(memory);
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}

void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}

namespace {

using namespace railyard;

void place_and_count(benchmark::State& state, const Topology& topology, Layout layout) {
    const auto ranks = static_cast<std::uint32_t>(state.range(0));
    layout.degrees.dp = ranks / (layout.degrees.tp * layout.degrees.cp * layout.degrees.pp);
    const auto dimensions = dimensions_of(layout);
    const std::size_t heap_before = heap_now;
    heap_most = heap_before;
    for (auto _ : state) {
        const RankGrid grid(layout.order, layout.degrees);
        const auto result = place(topology, grid, layout.placement);
        benchmark::DoNotOptimize(count_hops(topology, grid, std::get<Placement>(result), dimensions));
    }
    state.counters["heap_MB"] = static_cast<double>(heap_most - heap_before) / 1e6;
    state.counters["ranks"] = benchmark::Counter(
        static_cast<double>(ranks) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// A layout and a topology of this tree; what is given in `text` stands on the topology.
void shipped(benchmark::State& state, std::string_view layout_name, const char* text) {
    const input::Library library({RAILYARD_SOURCE_DIR});
    const auto topology =
        load_topology(library, input::parse_yaml(input::make_source("bench", text))).topology;
    place_and_count(state, topology, load_layout(library, layout_name).layout);
}

void llama_on_racks(benchmark::State& state) {
    shipped(state, "llama3-405b-8k", "topology: bench\nuse: gb200-superpod\n");
}
void experts_on_servers(benchmark::State& state) {
    shipped(state, "deepseek-v3", "topology: bench\nuse: dgx-h100-superpod\n");
}
// The classes of rails have to be looked at: GPUs of different rails do not meet at the leaf.
void llama_on_rails(benchmark::State& state) {
    shipped(state, "llama3-405b-8k",
            "topology: bench\nuse: dgx-h100-superpod\nnetwork: {cross_rail: spine}\n");
}
void experts_on_rails(benchmark::State& state) {
    shipped(state, "deepseek-v3", "topology: bench\nuse: dgx-h100-superpod\nnetwork: {cross_rail: spine}\n");
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->Arg(16384)->Arg(65536)->Arg(262144)->Arg(1048576)->Unit(benchmark::kMillisecond);
}
BENCHMARK(llama_on_racks)->Apply(sizes);
BENCHMARK(experts_on_servers)->Apply(sizes);
BENCHMARK(llama_on_rails)->Apply(sizes);
BENCHMARK(experts_on_rails)->Apply(sizes);

}  // namespace
