#pragma once
// A pipeline schedule as data: for each device the list of operations it runs, in order. Where a micro-batch
// goes next is data too (routes over slots), so that looped (Megatron), mirrored (DualPipe) and imported
// schedules are all run by the same simulator, which needs to know no algorithm.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "railyard/base/ids.hpp"

namespace railyard::schedule {

// One chunk of the model on one device: device x chunks + chunk. A device's slots stand side by side.
using SlotId = Id<struct SlotTag>;

// A whole backward pass, or its two halves: the gradient of the input (which the stage before waits for) and
// the gradient of the weights (which nobody waits for).
enum class Kind : std::uint8_t { forward, backward, backward_input, backward_weight };
inline constexpr std::size_t kinds = 4;

// DualPipe computes a forward and a backward of opposite directions in one overlapped step: the first of the
// two says with_next. Both start when the inputs of both are there, and both are done at the end of the step.
enum class Together : std::uint8_t { alone, with_next };

struct Operation {
    std::uint32_t micro_batch = 0;  // 0 .. micro_batches-1
    std::uint16_t chunk = 0;        // 0 .. chunks-1, on the device whose list this is
    Kind kind = Kind::forward;
    Together together = Together::alone;

    bool operator==(const Operation&) const = default;
};

// What a schedule is asked for.
struct Shape {
    std::uint32_t stages = 1;         // devices of the pipeline (p)
    std::uint32_t micro_batches = 1;  // of one step (m)
    std::uint32_t chunks = 1;         // of the model per device (v); over 1 for interleaving only
};

inline constexpr std::uint32_t most_devices = 4096;
inline constexpr std::uint32_t most_micro_batches = 1U << 20U;
inline constexpr std::uint32_t most_chunks = 1024;
inline constexpr std::size_t most_operations = std::size_t{1} << 24U;

// Well formed: `first` has devices + 1 ascending entries, every operation names a chunk and a micro-batch in
// range, and `next`, `previous` and `stage` have one entry per slot. Builders and the CSV reader see to it.
struct Schedule {
    std::string name;                       // "1f1b", or the name of the file it came from
    std::uint32_t devices = 0;              // p
    std::uint32_t micro_batches = 0;        // m
    std::uint32_t chunks = 1;               // slots per device: v, or 2 for DualPipe's two directions
    std::uint32_t model_stages = 0;         // pieces the model is cut into: p x v, or p for DualPipe
    std::uint32_t parameter_copies = 1;     // how often a parameter is held: 2 for DualPipe
    std::vector<std::size_t> first;         // operations of device d: [first[d], first[d + 1])
    std::vector<Operation> operations;      // of device 0, then of device 1, ...
    IdVector<SlotId, SlotId> next;          // where a slot's forward output goes; none after the last
    IdVector<SlotId, SlotId> previous;      // where its backward output goes; none before the first
    IdVector<SlotId, std::uint32_t> stage;  // the piece of the model it holds, 0 .. model_stages-1

    [[nodiscard]] SlotId slot(std::uint32_t device, std::uint32_t chunk) const {
        return SlotId(device * chunks + chunk);
    }
    [[nodiscard]] std::uint32_t device_of(SlotId slot) const { return slot.value() / chunks; }
    // From one slot to the next: over a link, or inside the device (or nowhere).
    [[nodiscard]] bool crosses_devices(SlotId from, SlotId to) const {
        return !from.is_none() && !to.is_none() && device_of(from) != device_of(to);
    }
};

// "forward", "backward", "backward_input", "backward_weight": the words of CSV and JSON.
const char* name_of(Kind kind);
// F, B, I, W: for timelines and labels.
char letter_of(Kind kind);

// "forward of micro-batch 3, chunk 1, on device 2" (the chunk only where there are several).
std::string describe(const Schedule& schedule, std::uint32_t device, const Operation& operation);

// Cuts the model in p x v pieces that go round the devices v times, as Megatron does: piece c x p + d is
// chunk c of device d. Sets next, previous, stage, model_stages and chunks for `devices` devices.
void set_looped_route(Schedule& schedule, std::uint32_t devices, std::uint32_t chunks);

// DualPipe: p pieces, held twice. Chunk 0 runs down the devices, chunk 1 runs up: device d holds piece d as
// chunk 0 and piece p-1-d as chunk 1.
void set_mirrored_route(Schedule& schedule, std::uint32_t devices);

}  // namespace railyard::schedule
