#pragma once
// How long 1F1B and Megatron's interleaved schedule take, in closed form; tests hold it to the simulation.

#include <cstddef>
#include <vector>

namespace railyard {

struct PipelineTime {
    std::size_t longest = 0;  // the stage with most work
    double idle = 0;          // what it waits in a step, in the unit of the chunks
};

// `chunks`: forward and backward of one micro-batch, chunk c of stage s at c * stages + s. The longest stage
// works without a pause once a micro-batch has come; before its first and after its last it waits for one
// chunk of every other stage, forward and backward (Narayanan et al. 2021, section 2.2). Of an interleaved
// pipeline the second row of chunks stands for them: it has neither embedding nor head.
PipelineTime pipeline_time(const std::vector<double>& chunks, std::size_t stages);

}  // namespace railyard
