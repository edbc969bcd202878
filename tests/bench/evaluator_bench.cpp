// Whole evaluations (placement, hops, what groups see of their links, step time, memory) of many layouts on
// one topology, one after the other: no two that follow each other are alike, and nothing is remembered from
// one to the next. The goal at 16,384 GPUs: 20,000 a second with the reference model, 5,000 with the
// calibrated one, and the same at any number of GPUs.

#include <benchmark/benchmark.h>

#include <variant>
#include <vector>

#include "railyard/estimate/evaluator.hpp"
#include "railyard/estimate/load_constants.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace {

using namespace railyard;

constexpr double eta = 0.4733;

const input::Library& library() {
    static const input::Library shipped({RAILYARD_SOURCE_DIR});
    return shipped;
}

enum class Keeping { as_laid_out, expert_groups };

// Every way to cut so many GPUs by tp, pp and (with experts) ep, each in three orders.
std::vector<Layout> layouts(const char* name, std::uint32_t gpus, Keeping keeping) {
    const Layout base = load_layout(library(), name).layout;
    const std::vector<std::vector<OrderItem>> orders = {
        {{Dimension::tp, {}}, {Dimension::cp, {}}, {Dimension::pp, {}}, {Dimension::dp, {}}},
        {{Dimension::tp, {}}, {Dimension::cp, {}}, {Dimension::dp, {}}, {Dimension::pp, {}}},
        {{Dimension::tp, {}},
         {Dimension::dp, 2},
         {Dimension::pp, {}},
         {Dimension::cp, {}},
         {Dimension::dp, {}}}};
    std::vector<Layout> all;
    for (const std::uint32_t tp : {1U, 2U, 4U, 8U}) {
        for (const std::uint32_t pp : {1U, 2U, 4U, 8U, 16U}) {
            for (const std::uint32_t cp : {1U, 2U}) {
                for (const auto& order : orders) {
                    Layout layout = base;
                    layout.order = order;
                    layout.degrees.tp = tp;
                    layout.degrees.pp = pp;
                    layout.degrees.cp = cp;
                    layout.degrees.dp = gpus / (tp * pp * cp);
                    if (layout.model.experts) layout.degrees.ep = 32;
                    // Where pp stands below dp, blocks of whole expert groups hold all stages, and leave
                    // a part of a rack empty.
                    if (keeping == Keeping::expert_groups) layout.placement.keep = {{Dimension::ep, {}}};
                    layout.batch.micro = 1;
                    layout.batch.sequences = layout.degrees.dp * 32;
                    layout.pipeline.layers.clear();
                    layout.pipeline.chunks = 2;
                    layout.pipeline.schedule = PipelineSchedule::interleaved;
                    all.push_back(layout);
                }
            }
        }
    }
    return all;
}

// Each point by what `evaluate` makes of it.
template <typename Evaluate>
void run(benchmark::State& state, const char* layout_name, Keeping keeping, const Evaluate& evaluate) {
    const auto all = layouts(layout_name, static_cast<std::uint32_t>(state.range(0)), keeping);
    std::size_t next = 0;
    std::size_t by_ranks = 0;
    for (auto _ : state) {
        const auto result = evaluate(all[next++ % all.size()]);
        const auto* found = std::get_if<Assessment>(&result);
        if (found == nullptr) return state.SkipWithError("a layout was not evaluated");
        if (found->counted_by == CountedBy::ranks) ++by_ranks;
        benchmark::DoNotOptimize(found);
    }
    state.counters["by_ranks"] = static_cast<double>(by_ranks);
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void reference(benchmark::State& state, const char* layout, const char* on,
               Keeping keeping = Keeping::as_laid_out) {
    const Topology topology = load_topology(library(), on).topology;
    const Evaluator evaluator(topology, eta);
    run(state, layout, keeping, [&](const Layout& cut) { return evaluator.evaluate(cut); });
}
void calibrated(benchmark::State& state, const char* layout, const char* on,
                Keeping keeping = Keeping::as_laid_out) {
    const Topology topology = load_topology(library(), on).topology;
    const Calibration calibration = load_calibration(shipped_file(library(), shipped_calibration));
    const Evaluator evaluator(topology, calibration);
    run(state, layout, keeping, [&](const Layout& cut) { return evaluator.evaluate(cut); });
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->Arg(16384)->Arg(131072)->Unit(benchmark::kMicrosecond);
}
BENCHMARK_CAPTURE(reference, llama_on_racks, "llama3-405b-8k", "gb200-nvl72")->Apply(sizes);
BENCHMARK_CAPTURE(reference, llama_on_servers, "llama3-405b-8k", "dgx-h100-superpod")->Apply(sizes);
BENCHMARK_CAPTURE(reference, experts_on_racks, "deepseek-v3", "gb200-nvl72")->Apply(sizes);
BENCHMARK_CAPTURE(reference, experts_on_servers, "deepseek-v3", "dgx-h100-superpod")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, llama_on_racks, "llama3-405b-8k", "gb200-nvl72")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, llama_on_servers, "llama3-405b-8k", "dgx-h100-superpod")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, experts_on_racks, "deepseek-v3", "gb200-nvl72")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, experts_on_servers, "deepseek-v3", "dgx-h100-superpod")->Apply(sizes);

// Blocks with gaps between them, two boards in a domain, domains without switches.
BENCHMARK_CAPTURE(reference, kept_experts, "deepseek-v3", "gb200-nvl72", Keeping::expert_groups)
    ->Apply(sizes);
BENCHMARK_CAPTURE(reference, llama_on_two_boards, "llama3-405b-8k", "nvl36x2")->Apply(sizes);
BENCHMARK_CAPTURE(reference, experts_on_two_boards, "deepseek-v3", "nvl36x2")->Apply(sizes);
BENCHMARK_CAPTURE(reference, llama_on_meshes, "llama3-405b-8k", "mi300x-8")->Apply(sizes);
BENCHMARK_CAPTURE(reference, experts_on_meshes, "deepseek-v3", "mi300x-8")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, kept_experts, "deepseek-v3", "gb200-nvl72", Keeping::expert_groups)
    ->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, llama_on_two_boards, "llama3-405b-8k", "nvl36x2")->Apply(sizes);
BENCHMARK_CAPTURE(calibrated, experts_on_two_boards, "deepseek-v3", "nvl36x2")->Apply(sizes);

// Narrow tiers, whose links are shared out once for each way to cut and place a job: each point by an
// evaluator of its own, which knows none. Every cut as often as the others, so that counted instructions may
// be divided.
void anew(benchmark::State& state, const char* layout_name, const Topology& topology) {
    const Calibration calibration = load_calibration(shipped_file(library(), shipped_calibration));
    run(state, layout_name, Keeping::as_laid_out,
        [&](const Layout& cut) { return Evaluator(topology, calibration).evaluate(cut); });
}

// NVL72 racks under leaves and spines of so many units, each narrower than what is below by a ratio.
Topology racks(SpanUnit unit, std::uint32_t leaf, std::uint32_t spine, double ratio) {
    TopologyParts parts;
    parts.name = "racks";
    parts.kinds = load_topology(library(), "gb200-nvl72").topology.kinds();
    parts.runs = {{0, 1}};
    parts.last_run_as_needed = true;
    parts.network.tiers.resize(3);
    const char* names[] = {"leaf", "spine", "core"};
    const std::uint32_t spans[] = {leaf, spine, 0};
    for (std::size_t t = 0; t < 3; ++t) {
        Tier& tier = parts.network.tiers[t];
        tier.name = names[t];
        tier.span = spans[t];
        tier.unit = unit;
        tier.latency = microseconds(0.6 * static_cast<double>(t + 1));
        tier.oversubscription = ratio;
    }
    return Topology(parts);
}

void narrow_pods(benchmark::State& state, const char* layout) {
    anew(state, layout, load_topology(library(), "llama3-24k").topology);
}
void narrow_racks(benchmark::State& state, const char* layout) {
    anew(state, layout, racks(SpanUnit::domains, 8, 32, 2));
}
// Leaves of 16 trays, and racks of 18.
void cut_racks(benchmark::State& state, const char* layout) {
    anew(state, layout, racks(SpanUnit::servers, 16, 512, 1));
}

constexpr int each_twice = 240;
void fleet(benchmark::internal::Benchmark* bench) {
    bench->Arg(16384)->Unit(benchmark::kMicrosecond);
}
BENCHMARK_CAPTURE(narrow_pods, llama, "llama3-405b-8k")->Apply(fleet)->Iterations(each_twice);
BENCHMARK_CAPTURE(narrow_pods, experts, "deepseek-v3")->Apply(fleet)->Iterations(each_twice);
BENCHMARK_CAPTURE(narrow_racks, llama, "llama3-405b-8k")->Apply(sizes)->Iterations(each_twice);
BENCHMARK_CAPTURE(narrow_racks, experts, "deepseek-v3")->Apply(sizes)->Iterations(each_twice);
BENCHMARK_CAPTURE(cut_racks, llama, "llama3-405b-8k")->Apply(sizes)->Iterations(each_twice);
BENCHMARK_CAPTURE(cut_racks, experts, "deepseek-v3")->Apply(sizes)->Iterations(each_twice);

}  // namespace
