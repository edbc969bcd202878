#pragma once
// A job around GPUs that went down, where the fewest moves of all would break what must hold.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/search/replan.hpp"

namespace railyard::search {

struct PinnedReplan {
    Replan replan;
    // Required pins that the fewest moves break, and how many ranks those would move. Where none are named,
    // `replan` has the fewest moves of all.
    std::vector<std::string> broken;
    std::uint32_t fewest = 0;
};

// No placement that was tried keeps the pins.
struct NoPinnedReplan {
    std::vector<std::string> broken;  // by the fewest moves of all
    std::uint32_t fewest = 0;         // ranks that those would move
};

// Like replan(), with every required pin kept, and blocks split into pieces_of() where they find no room.
// Where the fewest moves break a pin, what moves stays in the spans that pins hold it in, larger blocks are
// moved (every run of leading entries of the order), and the layout is placed anew by such blocks on what is
// left, on every span that it may begin on; of those that keep the pins the one that tears fewest blocks
// apart, and of these the one that moves fewest ranks.
// `layout` as `placement` has it.
std::variant<PinnedReplan, NoPinnedReplan, DoesNotFit> replan_within(const Topology& reduced,
                                                                     const Layout& layout,
                                                                     const Placement& placement,
                                                                     const std::vector<Pin>& pins);

}  // namespace railyard::search
