#include "railyard/schedule/summary.hpp"

#include <algorithm>
#include <array>

#include "railyard/schedule/alive.hpp"

namespace railyard::schedule {
namespace {

SendCount count_sends(const Schedule& schedule, const Times& times) {
    std::array<std::uint64_t, links> count{};
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
            const Operation& operation = schedule.operations[i];
            if (operation.kind == Kind::backward_weight) continue;
            const SlotId slot = schedule.slot(device, operation.chunk);
            const bool is_forward = operation.kind == Kind::forward;
            const SlotId to = is_forward ? schedule.next[slot] : schedule.previous[slot];
            if (!schedule.crosses_devices(slot, to)) continue;
            const Hop& hop = is_forward ? times.to_next[slot] : times.to_previous[slot];
            ++count[static_cast<std::size_t>(hop.link)];
        }
    }
    return {count[0], count[1], count[2]};
}

DeviceSummary device_summary(const Schedule& schedule, const Timeline& timeline, std::uint32_t device) {
    const DeviceTicks& ticks = timeline.devices[device];
    DeviceSummary summary;
    summary.busy = timeline.clock.time(ticks.busy);
    summary.sending = timeline.clock.time(ticks.sending);
    summary.idle = timeline.clock.time(std::max(0.0, timeline.makespan - ticks.busy - ticks.sending));
    summary.waiting_for_send = timeline.clock.time(ticks.waiting_for_send);
    const std::size_t first = schedule.first[device];
    const std::size_t last = schedule.first[device + 1];
    if (first < last) {
        summary.first_start = timeline.start_of(first);
        summary.last_end = timeline.end_of(last - 1);
    }
    return summary;
}

}  // namespace

Summary summarize(const Schedule& schedule, const Times& times, const Timeline& timeline,
                  const IdVector<SlotId, Bytes>& activation) {
    Summary summary;
    const auto devices = static_cast<double>(schedule.devices);
    const std::vector<std::uint32_t> alive = peak_alive(schedule);
    double busy = 0;
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        busy += timeline.devices[device].busy;
        summary.devices.push_back(device_summary(schedule, timeline, device));
        summary.devices.back().peak_alive = alive[device];
    }
    if (!activation.empty()) {
        const std::vector<Bytes> held = peak_bytes(schedule, activation);
        for (std::uint32_t device = 0; device < schedule.devices; ++device) {
            summary.devices[device].peak_bytes = held[device];
        }
    }
    const double whole = timeline.makespan * devices;
    const double bubble = std::max(0.0, whole - busy);
    summary.makespan = timeline.clock.time(timeline.makespan);
    summary.useful =
        schedule.devices > 0 ? Seconds::raw(busy / (devices * timeline.clock.per_unit())) : Seconds{};
    summary.bubble_over_useful = busy > 0 ? bubble / busy : 0;
    summary.bubble_over_step = whole > 0 ? bubble / whole : 0;
    summary.sends = count_sends(schedule, times);
    return summary;
}

std::vector<Span> idle_spans(const Schedule& schedule, const Timeline& timeline, std::uint32_t device) {
    std::vector<Span> spans;
    double at = 0;
    const auto add = [&](double until) {
        if (until > at) spans.push_back({timeline.clock.time(at), timeline.clock.time(until)});
    };
    for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
        add(timeline.start[i]);
        at = timeline.end[i];
    }
    add(timeline.makespan);
    return spans;
}

}  // namespace railyard::schedule
