// How long pictures take: 16,384 GPUs and one rack, placed and counted beforehand.
#include <benchmark/benchmark.h>

#include <string>
#include <variant>

#include "railyard/diagram/picture_format.hpp"
#include "railyard/diagram/placement_picture.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/input/library.hpp"
#include "railyard/job/load.hpp"
#include "railyard/topology/load.hpp"

namespace {

using railyard::diagram::PictureFormat;

void draw(benchmark::State& state, const std::string& layout_name, const std::string& topology_name,
          railyard::Dimension colour, PictureFormat format) {
    const railyard::input::Library library({RAILYARD_SOURCE_DIR});
    const auto layout = railyard::load_layout(library, layout_name).layout;
    const auto topology = railyard::load_topology(library, topology_name).topology;
    const auto evaluation = std::get<railyard::Evaluation>(railyard::evaluate(topology, layout));
    std::size_t size = 0;
    for (auto _ : state) {
        const auto scene =
            railyard::diagram::placement_scene({topology, layout, evaluation.placement, colour});
        size = railyard::diagram::render(scene, format).size();
    }
    state.counters["bytes"] = static_cast<double>(size);
}

constexpr const char* large = "llama3-405b-8k-16k-gpus";

BENCHMARK_CAPTURE(draw, gpus_16384_racks_by_dp_svg, large, "gb200-nvl72", railyard::Dimension::dp,
                  PictureFormat::svg)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draw, gpus_16384_racks_by_dp_dot, large, "gb200-nvl72", railyard::Dimension::dp,
                  PictureFormat::dot)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draw, gpus_16384_racks_by_dp_png, large, "gb200-nvl72", railyard::Dimension::dp,
                  PictureFormat::png)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draw, gpus_16384_boxes_by_pp_svg, large, "hgx-h100", railyard::Dimension::pp,
                  PictureFormat::svg)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draw, rack_svg, "gpt3-175b-64", "gb200-nvl72", railyard::Dimension::pp, PictureFormat::svg)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(draw, rack_png, "gpt3-175b-64", "gb200-nvl72", railyard::Dimension::pp, PictureFormat::png)
    ->Unit(benchmark::kMillisecond);

}  // namespace
