#pragma once
// Which change makes a job fit that does not. Every change is tried on a copy of the layout, cheapest first:
//   sequence parallelism, zero-1, flash attention    no more bytes or FLOPs
//   saves: lean, recompute: selective                a little compute
//   zero-2, a smaller micro-batch                    gradients more often, smaller products
//   more stages with fewer replicas                  a longer bubble
//   recompute: full, zero-3                          a third more compute; parameters in every micro-batch
// Every single change that is enough, and before them pairs of two that cost less together; where there is
// neither, more stages on more GPUs, with one of the changes if need be.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"

namespace railyard::memory {

// A key of a layout file and the value that it would get: {"parallel.pp", "16"}.
struct Setting {
    std::string key;
    std::string value;
};

// What would make the job fit. More GPUs are asked for where nothing else helps.
struct Remedy {
    std::vector<Setting> settings;  // in the order of a layout file's keys for each change
    Bytes total;                    // of the then worst stage
    std::uint32_t ranks = 0;        // of the job then
};

// Changes with which the worst stage needs at most `capacity`, by the closed forms of in_flight.hpp: up to
// three pairs, then single ones (of each kind the mildest), or one with more stages on more GPUs. Empty: none
// of these. Costs some hundred estimates.
std::vector<Remedy> find_remedies(const Layout& layout, Bytes capacity);

}  // namespace railyard::memory
