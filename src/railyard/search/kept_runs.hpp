#pragma once
// What pins ask of a placement, as runs of consecutive ranks: the job, every so many ranks, or the ranks that
// hold whole groups of a dimension stay in one domain or in one span of a tier.

#include <cstdint>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/placement/regular.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/topology/reach.hpp"

namespace railyard::search {

// Ranks [0, n), [n, 2n), ... of a job each stay within: NVLink (one domain), or a span of a tier.
struct KeptRun {
    std::uint32_t ranks = 1;
    Reach within;
    bool operator==(const KeptRun&) const = default;
};

// Whether a placement whose domains follow each other in the order of its ranks keeps a run.
bool keeps_run(const Topology& topology, const Placement& placement, const KeptRun& run);
// The same of one that is regular.
bool keeps_run(const RegularPlacement& placement, const KeptRun& run);

class KeptRuns {
  public:
    // What is given is not held on to.
    KeptRuns(const Topology& topology, const std::vector<Pin>& pins);

    // Lists of runs to place a layout by, those that keep most pins first and an empty one last: all pins,
    // then with fewer of the preferred ones, then none. Each list has the largest runs first, every one a
    // multiple of the next and of the layout's block, none that follows from the others, and none that no
    // span has the GPUs for. Where sizes do not divide, their least common multiple keeps both.
    [[nodiscard]] std::vector<std::vector<KeptRun>> of(const Layout& layout, std::uint32_t block) const;

  private:
    struct Pinned {
        Pin pin;
        std::uint32_t most = 0;  // GPUs of the fullest span within reach
    };
    std::vector<Pinned> pins_;  // that name a reach which not everything is within
};

}  // namespace railyard::search
