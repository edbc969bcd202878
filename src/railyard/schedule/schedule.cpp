#include "railyard/schedule/schedule.hpp"

namespace railyard::schedule {

const char* name_of(Kind kind) {
    switch (kind) {
        case Kind::forward:
            return "forward";
        case Kind::backward:
            return "backward";
        case Kind::backward_input:
            return "backward_input";
        case Kind::backward_weight:
            return "backward_weight";
    }
    return "";
}

char letter_of(Kind kind) {
    switch (kind) {
        case Kind::forward:
            return 'F';
        case Kind::backward:
            return 'B';
        case Kind::backward_input:
            return 'I';
        case Kind::backward_weight:
            return 'W';
    }
    return '?';
}

std::string describe(const Schedule& schedule, std::uint32_t device, const Operation& operation) {
    std::string text = name_of(operation.kind);
    for (char& c : text) {
        if (c == '_') c = ' ';
    }
    text += " of micro-batch " + std::to_string(operation.micro_batch);
    if (schedule.chunks > 1) text += ", chunk " + std::to_string(operation.chunk);
    return text + ", on device " + std::to_string(device);
}

void set_looped_route(Schedule& schedule, std::uint32_t devices, std::uint32_t chunks) {
    schedule.devices = devices;
    schedule.chunks = chunks;
    schedule.model_stages = devices * chunks;
    const std::size_t slots = std::size_t{devices} * chunks;
    schedule.next = IdVector<SlotId, SlotId>(slots);
    schedule.previous = IdVector<SlotId, SlotId>(slots);
    schedule.stage = IdVector<SlotId, std::uint32_t>(slots);
    SlotId before;
    for (std::uint32_t stage = 0; stage < schedule.model_stages; ++stage) {
        const SlotId here = schedule.slot(stage % devices, stage / devices);
        schedule.stage[here] = stage;
        schedule.previous[here] = before;
        if (!before.is_none()) schedule.next[before] = here;
        before = here;
    }
}

void set_mirrored_route(Schedule& schedule, std::uint32_t devices) {
    schedule.devices = devices;
    schedule.chunks = 2;
    schedule.model_stages = devices;
    schedule.parameter_copies = 2;
    const std::size_t slots = std::size_t{devices} * 2;
    schedule.next = IdVector<SlotId, SlotId>(slots);
    schedule.previous = IdVector<SlotId, SlotId>(slots);
    schedule.stage = IdVector<SlotId, std::uint32_t>(slots);
    for (std::uint32_t device = 0; device < devices; ++device) {
        const SlotId down = schedule.slot(device, 0);
        const SlotId up = schedule.slot(device, 1);
        schedule.stage[down] = device;
        schedule.stage[up] = devices - 1 - device;
        if (device + 1 < devices) {
            schedule.next[down] = schedule.slot(device + 1, 0);
            schedule.previous[up] = schedule.slot(device + 1, 1);
        }
        if (device > 0) {
            schedule.previous[down] = schedule.slot(device - 1, 0);
            schedule.next[up] = schedule.slot(device - 1, 1);
        }
    }
}

}  // namespace railyard::schedule
