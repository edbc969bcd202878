#pragma once
// How long a step of a run took, by the figures that a file of runs gives of it.

#include <string>
#include <variant>

#include "railyard/base/units.hpp"
#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct MeasuredStep {
    Seconds as_printed;
    Seconds causal;  // where FLOPs are printed and it is not said how: attention read as causal
};

// A step time as printed or derived; else from tokens per second; else from TFLOP/s; else from MFU, of model
// FLOPs with attention in full. Or, in words, why there is none. Reported as problems: figures that are no
// numbers above 0; more FLOP/s than the GPU's peak; a printed figure that contradicts another beyond what
// conventions of counting FLOPs explain.
std::variant<MeasuredStep, std::string> measured_step(const input::Node& row, const Layout& layout,
                                                      const Topology& topology, input::Problems& problems);

}  // namespace railyard
