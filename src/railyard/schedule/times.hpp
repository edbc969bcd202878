#pragma once
// How long things take: per slot for computation, per hop for sends. Any unit will do as long as it is the
// same everywhere (everything here is sums and ratios); Seconds when the times are real.

#include <cstdint>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// Of one micro-batch. All at least 0 and finite; backward_weight is a part of backward. (given)
struct ComputeTimes {
    Seconds forward;
    Seconds backward;         // both halves; B in DualPipe's formulas, while the zero-bubble paper calls
                              // backward - backward_weight B
    Seconds backward_weight;  // the half nobody waits for, used by schedules that cut the backward in two
};

// What a send travels over. `unstated`: nobody said.
enum class Link : std::uint8_t { unstated, nvlink, network };
inline constexpr std::size_t links = 3;

// One send of one micro-batch from a device to another.
struct Hop {
    Seconds time;
    Link link = Link::unstated;
};

// `overlapped`: the sender goes on computing while the data travels. `blocking`: it waits until the data is
// there, and sends one thing at a time. The receiver computes on either way until it needs the data.
enum class Sending : std::uint8_t { overlapped, blocking };

struct Times {
    IdVector<SlotId, ComputeTimes> compute;  // per slot, before the division by `divisor`
    std::uint32_t divisor = 1;               // of the compute times: v where they are those of a whole stage
    IdVector<SlotId, Seconds> overlapped;    // of a forward on this slot together with a backward (F&B),
                                             // divided too; empty: the sum of the two
    IdVector<SlotId, Hop> to_next;           // forward output, this slot to the next one
    IdVector<SlotId, Hop> to_previous;       // backward output, this slot to the previous one
    Sending sending = Sending::overlapped;
};

// Lists of each kind of time put together. They have the same length, or one entry, which then counts for
// all. An empty backward is twice the forward, an empty weight half of the backward. Throws InputError.
std::vector<ComputeTimes> compute_times(const std::vector<Seconds>& forward,
                                        const std::vector<Seconds>& backward,
                                        const std::vector<Seconds>& backward_weight);

// The model is cut evenly: every stage takes `stage`, a chunk of it 1/v, and every hop is `hop`.
Times even_times(const Schedule& schedule, const ComputeTimes& stage, const Hop& hop);

// Real times. `pieces`: one per piece of the model in the order of the model (model_stages of them: with
// interleaving piece c x p + d is chunk c of device d); sends are zero until set_hops. Throws
// std::out_of_range if there are too few.
Times piece_times(const Schedule& schedule, const std::vector<ComputeTimes>& pieces);

// The send between two neighbouring devices of the pipeline, by where they sit. `hops[d]`: device d to d + 1;
// the last entry: device p-1 back to 0, which interleaving uses. p entries, or p-1 if nothing goes back.
// Backward outputs travel the same hop the other way. Schedules whose route jumps further get the slowest hop
// on the way. Throws std::out_of_range if there are too few.
void set_hops(Times& times, const Schedule& schedule, const std::vector<Hop>& hops);

// The same with a time for every (from, to) pair of devices: hop(from, to).
template <class HopBetween>
void set_hops_between(Times& times, const Schedule& schedule, HopBetween hop) {
    for (std::uint32_t i = 0; i < schedule.next.size(); ++i) {
        const SlotId here(i);
        const SlotId after = schedule.next[here];
        if (!schedule.crosses_devices(here, after)) continue;
        times.to_next[here] = hop(schedule.device_of(here), schedule.device_of(after));
        times.to_previous[after] = hop(schedule.device_of(after), schedule.device_of(here));
    }
}

}  // namespace railyard::schedule
