#include "railyard/memory/in_flight.hpp"

#include <algorithm>

namespace railyard::memory {
namespace {

std::uint64_t without_end(const Layout& layout, std::uint32_t stage) {
    const std::uint64_t stages = layout.degrees.pp;
    const std::uint64_t after = stages - 1 - stage;
    switch (layout.pipeline.schedule) {
        case PipelineSchedule::gpipe:
            return layout.micro_batches();
        case PipelineSchedule::one_f_one_b:
            return after + 1;
        case PipelineSchedule::interleaved:
            return 2 * after + (layout.pipeline.passes() - std::uint64_t{1}) * stages + 1;
        case PipelineSchedule::zero_bubble:
            return stages;
        case PipelineSchedule::dualpipe:
            return stages + 1;
    }
    return 1;
}

}  // namespace

std::uint32_t chunks_in_flight(const Layout& layout, std::uint32_t stage) {
    const std::uint64_t all = std::uint64_t{layout.micro_batches()} * layout.pipeline.passes();
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::min(all, without_end(layout, stage))));
}

std::vector<std::uint32_t> chunks_in_flight(const Layout& layout) {
    std::vector<std::uint32_t> counts(layout.degrees.pp);
    for (std::uint32_t stage = 0; stage < counts.size(); ++stage)
        counts[stage] = chunks_in_flight(layout, stage);
    return counts;
}

std::uint32_t first_chunk_in_flight(const Layout& layout, std::uint32_t in_flight) {
    // Rounds of p passes go to one chunk after the other; after the last chunk it is the first one's turn
    // again.
    const std::uint32_t passes = layout.pipeline.passes();
    const std::uint64_t later = (passes - std::uint64_t{1}) * layout.degrees.pp;
    if (passes == 1) return in_flight;
    const std::uint64_t own = in_flight > later ? in_flight - later : std::uint64_t{1};
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(own, 1, layout.micro_batches()));
}

std::uint32_t heads_in_flight(const Layout& layout) {
    return layout.pipeline.schedule == PipelineSchedule::gpipe ? layout.micro_batches() : 1;
}

}  // namespace railyard::memory
