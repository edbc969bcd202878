#include "railyard/estimate/pipeline_time.hpp"

#include <algorithm>

namespace railyard {

PipelineTime pipeline_time(const std::vector<double>& chunks, std::size_t stages) {
    std::vector<double> work(stages, 0);
    for (std::size_t i = 0; i < chunks.size(); ++i) work[i % stages] += chunks[i];
    PipelineTime time;
    time.longest = static_cast<std::size_t>(std::max_element(work.begin(), work.end()) - work.begin());
    const std::size_t row = chunks.size() > stages ? stages : 0;
    for (std::size_t s = 0; s < stages; ++s)
        if (s != time.longest) time.idle += chunks[row + s];
    return time;
}

}  // namespace railyard
