// Reading YAML text into a tree with places: bytes per second, for texts of growing size.

#include <benchmark/benchmark.h>

#include <string>

#include "railyard/input/yaml.hpp"

namespace {

// A topology with `lines` tiers: the look of our files, longer than any of them.
std::string long_text(std::int64_t lines) {
    std::string text = "topology: long\nnetwork:\n  tiers:\n";
    for (std::int64_t i = 0; i < lines; ++i) {
        text += "    - {name: tier" + std::to_string(i) + ", spans: 32 domains, latency: 0.6 us}\n";
    }
    return text;
}

void parse(benchmark::State& state) {
    const auto source = railyard::input::make_source("long.yaml", long_text(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(railyard::input::parse_yaml(source));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(source->text().size()));
}
BENCHMARK(parse)->RangeMultiplier(4)->Range(16, 16384)->Unit(benchmark::kMillisecond);

}  // namespace
