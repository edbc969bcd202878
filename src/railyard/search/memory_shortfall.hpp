#pragma once
// A job of which nothing fits into memory: what it needs at least, and what would make it fit.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/search/plan_space.hpp"

namespace railyard::search {

// A way to cut and run a job, and what its fullest stage needs.
struct MemoryNeed {
    Layout layout;
    Bytes needed;
};

// The one that needs least, by what memory/estimate.hpp counts; nothing for an empty space. Looks at what
// recomputes and shards most, so its cost is some estimates for each cut.
std::optional<MemoryNeed> least_memory(const PlanSpace& space);

struct MemoryShortfall {
    MemoryNeed least;
    Bytes capacity;  // of a GPU, less what is reserved
    // A list of the space which, left open alone, lets something fit, and what that needs.
    struct Opened {
        std::string_view list;
        Bytes needed;
    };
    std::vector<Opened> opened;
    // The job on twice as many GPUs, four times, ... the first that fits; 0: not up to 1,024 times, or there
    // are not so many.
    std::uint32_t gpus = 0;
    Bytes needed_there;
};

// Nothing where something fits. `most_gpus` is how many there are.
std::optional<MemoryShortfall> memory_shortfall(const PlanSpace& space, Bytes capacity,
                                                std::uint32_t most_gpus);

}  // namespace railyard::search
