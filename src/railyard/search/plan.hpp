#pragma once
// The search for the best ways to cut a model over some GPUs and to place each cut. Cuts that keep more of
// the preferred pins are better, whatever their time; of those that keep as many the faster. Best-first
// branch and bound: cuts in the order of a time they cannot beat (step_floor.hpp), variants that cannot fit
// into memory left out (memory_floor.hpp), until no cut that is left can beat the worst of the best. Safe: it
// finds what trying everything finds, which tests hold.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/estimate/step_times.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/search/memory_shortfall.hpp"
#include "railyard/search/pin_tally.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/search/plan_space.hpp"

namespace railyard::search {

enum class Pruning { on, off };  // off: every candidate is timed; for tests, and for those who doubt

struct PlanRules {
    std::vector<Pin> pins;
    Bytes reserved = gibibytes(2);  // of each GPU's memory
    std::size_t best = 20;          // cuts that the answer has
    Pruning pruning = Pruning::on;
    DomainChoice domains = DomainChoice::as_listed;
};

// One cut with the best way found to run and place it.
struct PlanEntry {
    Layout layout;
    Cut cut;
    std::size_t number = 0;  // of the cut in the space, which decides between equals
    Variant variant;
    PlacedMachine machine;
    StepTimes step;
    Bytes memory;                   // of the fullest stage
    Bytes capacity;                 // of a GPU, less what is reserved
    std::uint32_t pins_broken = 0;  // preferred ones
};

// A candidate is a cut, a variant and an arrangement; each is counted once.
struct PlanCounts {
    std::uint64_t cuts = 0;  // with their micro-batches
    std::uint64_t candidates = 0;
    std::uint64_t over_memory = 0;     // need more than a GPU has
    std::uint64_t too_slow = 0;        // by the floor of their time
    std::uint64_t not_placed = 0;      // no room, or a required pin broken
    std::uint64_t same_as_others = 0;  // whose placement sees the same as another's
    std::uint64_t timed = 0;
    std::uint64_t not_looked_at = 0;  // when stopped before the end

    std::uint64_t arrangements = 0;  // that were placed and counted, of all cuts together
};

struct PlanProgress {
    std::size_t cuts_done = 0;
    std::size_t cuts = 0;             // 0: they are still listed, `cuts_done` so far
    const PlanEntry* best = nullptr;  // so far; none: nothing fits yet
};

struct PlanAnswer {
    std::vector<PlanEntry> best;  // those that break the fewest preferred pins first, then the fastest
    PlanCounts counts;
    bool stopped = false;     // before the end, by `stop`
    bool exhaustive = false;  // domains are alike: the placements are the best of their family
    std::string unknown_gpu;  // the calibration knows no GPU of the topology: nothing was searched
    UnmetPins unmet;          // by the placements of all cuts that were tried
    // Where nothing was found, the first of these that holds: GPUs that the topology lacks for the job, what
    // memory lacks, why a cut that fits into memory found no place.
    std::uint32_t gpus_short = 0;
    std::optional<MemoryShortfall> shortfall;
    std::string why_not_placed;
};

// `progress` is called after every cut that was listed or searched, as often as that comes; `stop` ends the
// search after the step at hand.
PlanAnswer plan(const Topology& topology, const PlanSpace& space, const TimeModel& model,
                const PlanRules& rules, const std::function<void(const PlanProgress&)>& progress = {},
                const std::atomic<bool>* stop = nullptr);

}  // namespace railyard::search
