#pragma once
// Which micro-batches a device holds. The activations of a micro-batch are held from the start of its forward
// to the end of its last backward operation: `backward`, or `backward_weight` where the backward is cut in
// two. As a device does one thing at a time, the order of its list decides; times do not matter.

#include <cstdint>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

// Per device the most that are alive at once, counted in micro-batches of one chunk: with v chunks a device,
// each is 1/v of what a whole stage holds for a micro-batch. The memory room takes these.
std::vector<std::uint32_t> peak_alive(const Schedule& schedule);

// The same in bytes; `each`: what one micro-batch holds on each slot.
std::vector<Bytes> peak_bytes(const Schedule& schedule, const IdVector<SlotId, Bytes>& each);

// For a cap in bytes: per device how many fit. Slots of one device count with their largest. At least 0; a
// device whose slots hold nothing is unlimited (2^32 - 1).
std::vector<std::uint32_t> most_that_fit(const Schedule& schedule, const IdVector<SlotId, Bytes>& each,
                                         const std::vector<Bytes>& capacity);

}  // namespace railyard::schedule
