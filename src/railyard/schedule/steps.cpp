#include "railyard/schedule/steps.hpp"

#include <algorithm>

namespace railyard::schedule {
namespace {

struct Durations {
    double forward;
    double backward;
    double input;
    double weight;
};

Durations durations_of(const ComputeTimes& times, const Ticks& clock) {
    const double backward = clock.of_compute(times.backward);
    const double weight = std::min(backward, clock.of_compute(times.backward_weight));
    return {clock.of_compute(times.forward), backward, backward - weight, weight};
}

}  // namespace

Steps::Steps(const Schedule& schedule, const Times& times, const Ticks& clock)
    : slots_(schedule.stage.size()), micro_batches_(schedule.micro_batches), steps_(slots_ * kinds) {
    const std::size_t m = micro_batches_;
    const auto row = [&](Kind kind, SlotId slot) {
        return (kind == Kind::forward ? slot.value() : slots_ + slot.value()) * m;
    };
    for (std::size_t i = 0; i < slots_; ++i) {
        const SlotId here(static_cast<std::uint32_t>(i));
        const SlotId before = schedule.previous[here];
        const SlotId after = schedule.next[here];
        const std::uint32_t device = schedule.device_of(here);
        const Durations takes = durations_of(times.compute[here], clock);
        Step& forward = steps_[i * kinds + static_cast<std::size_t>(Kind::forward)];
        forward = {takes.forward, -1, 0, 0, always_there(), always_there(), row(Kind::forward, here), device};
        if (!times.overlapped.empty()) forward.overlapped = clock.of_compute(times.overlapped[here]);
        Step backward = {
            takes.backward, -1, 0, 0, always_there(), row(Kind::forward, here), row(Kind::backward, here),
            device};
        if (!before.is_none()) {
            forward.input = row(Kind::forward, before);
            backward.consumer = schedule.device_of(before);
            if (schedule.crosses_devices(before, here)) {
                forward.inbound = clock.of_send(times.to_next[before].time);
                backward.send = clock.of_send(times.to_previous[here].time);
            }
        }
        if (!after.is_none()) {
            backward.input = row(Kind::backward, after);
            forward.consumer = schedule.device_of(after);
            if (schedule.crosses_devices(here, after)) {
                forward.send = clock.of_send(times.to_next[here].time);
                backward.inbound = clock.of_send(times.to_previous[after].time);
            }
        }
        steps_[i * kinds + static_cast<std::size_t>(Kind::backward)] = backward;
        backward.duration = takes.input;
        steps_[i * kinds + static_cast<std::size_t>(Kind::backward_input)] = backward;
        steps_[i * kinds + static_cast<std::size_t>(Kind::backward_weight)] = {
            takes.weight, -1, 0, 0, always_there(), row(Kind::backward, here), always_there() + m, device};
    }
}

Operation Steps::maker(const Schedule& schedule, std::size_t entry, std::uint32_t& device) const {
    const std::size_t row = entry / micro_batches_;
    const SlotId slot(static_cast<std::uint32_t>(row % slots_));
    device = schedule.device_of(slot);
    return {static_cast<std::uint32_t>(entry % micro_batches_),
            static_cast<std::uint16_t>(slot.value() % schedule.chunks),
            row < slots_ ? Kind::forward : Kind::backward, Together::alone};
}

}  // namespace railyard::schedule
