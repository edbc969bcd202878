#pragma once
// One call from a question to everything known about its answer. This is where the placement's stage times
// and hops are fed in.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/critical_path.hpp"
#include "railyard/schedule/schedule.hpp"
#include "railyard/schedule/simulate.hpp"
#include "railyard/schedule/summary.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

// What a schedule is run with. (given)
struct Conditions {
    // One entry: every stage is equal, a chunk takes 1/v of it. p entries: those of the stages, the chunks of
    // a stage are equal. p x v entries: those of the pieces in the order of the model (piece c x p + d is
    // chunk c of device d), nothing is divided. With one chunk the last two are the same.
    std::vector<ComputeTimes> compute = {{seconds(1), seconds(2), seconds(1)}};
    // A forward and a backward overlapped (DualPipe's F&B): one entry for all stages, or one for the forward
    // of each of the p; empty: the sum of the two. Other schedules overlap nothing and take no notice.
    std::vector<Seconds> overlapped;
    // Sends between neighbouring devices, as set_hops takes them; one entry: all hops are equal; empty: free.
    std::vector<Hop> hops;
    Sending sending = Sending::overlapped;
    // What a micro-batch holds per stage (its chunks share it): one entry, or p; empty: not known.
    std::vector<Bytes> activation;
    // Caps per device, one entry for all or p; empty: none. In chunks of micro-batches, and in bytes (needs
    // `activation`); forwards that would exceed either wait.
    std::vector<std::uint32_t> most_alive;
    std::vector<Bytes> most_bytes;
};

// A schedule that has been run.
struct Study {
    Schedule schedule;
    Times times;
    Timeline timeline;
    Summary summary;
    CriticalPath path;
    Seconds makespan_with_free_sends;  // the step would take that long if no send took any time
    std::vector<std::string> warnings;
};

enum class Why { refused, cap_too_small, deadlock };

// The answer is no: the schedule takes no such shape (compare() only), a cap cannot be kept, or it never
// finishes.
struct Impossible {
    std::string schedule;  // name
    Why why = Why::refused;
    std::string reason;  // lines of text
};

using Outcome = std::variant<Study, Impossible>;

// Throws InputError if a list of conditions has neither of the lengths it may have, a weight half is longer
// than its backward, or most_bytes comes without activation.
Outcome study(Schedule schedule, const Conditions& conditions);

// The same for a schedule of the catalogue, with its warnings. Throws InputError as build() does, too.
Outcome study(Algorithm algorithm, const Shape& shape, const Conditions& conditions);

// Hops of a pipeline whose devices fill scale-up domains one after the other, `per_domain` in each (at least
// 1): NVLink inside, network between. One per device, the last leads back to the first.
std::vector<Hop> hops_over_domains(std::uint32_t devices, std::uint32_t per_domain, Seconds nvlink,
                                   Seconds network);

}  // namespace railyard::schedule
