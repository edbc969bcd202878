#pragma once
// What layouts cost, side by side: the parts of a step, the memory of the fullest GPU, and the load of links.

#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/fit.hpp"
#include "railyard/placement/link_load.hpp"

namespace railyard::diagram {

struct StepBar {
    std::string name;  // of the layout
    std::string note;  // "tp 8, pp 16, dp 64"
    StepTimes times;
    CostModel model = CostModel::reference;
};

// Seconds of a step by its parts, idle time of the pipeline striped.
Scene step_scene(const std::string& topology, const std::vector<StepBar>& bars);

struct MemoryBar {
    std::string name;
    std::string note;
    memory::StageMemory stage;  // the fullest
    memory::GpuMemory gpu;
};

// GiB of the fullest stage by its parts, against what a GPU has left over.
Scene memory_scene(const std::string& topology, const std::vector<MemoryBar>& bars);

// How long each class of link is busy at its full rate in a step, on average and at the busiest place,
// against the step.
Scene link_load_scene(const std::string& title, const Topology& topology,
                      const std::vector<LinkClassLoad>& loads, Seconds step);

// "tp 8, pp 16, dp 64": the degrees above 1.
std::string degrees_text(const Layout& layout);

}  // namespace railyard::diagram
