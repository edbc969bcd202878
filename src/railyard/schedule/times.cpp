#include "railyard/schedule/times.hpp"

#include <algorithm>
#include <string>

#include "railyard/base/error.hpp"

namespace railyard::schedule {

std::vector<ComputeTimes> compute_times(const std::vector<Seconds>& forward,
                                        const std::vector<Seconds>& backward,
                                        const std::vector<Seconds>& backward_weight) {
    const std::size_t count =
        std::max({forward.size(), backward.size(), backward_weight.size(), std::size_t{1}});
    const auto entry = [&](const std::vector<Seconds>& list, std::size_t i, Seconds otherwise) {
        if (list.empty()) return otherwise;
        if (list.size() == 1) return list.front();
        if (list.size() == count) return list[i];
        throw InputError(Diagnostic{{},
                                    "lists of " + std::to_string(list.size()) + " and of " +
                                        std::to_string(count) + " times do not go together",
                                    "give each kind of time once, or as often as the others",
                                    "",
                                    0});
    };
    std::vector<ComputeTimes> times;
    for (std::size_t i = 0; i < count; ++i) {
        ComputeTimes stage;
        stage.forward = entry(forward, i, seconds(1));
        stage.backward = entry(backward, i, 2 * stage.forward);
        stage.backward_weight = entry(backward_weight, i, stage.backward / 2);
        times.push_back(stage);
    }
    return times;
}

Times even_times(const Schedule& schedule, const ComputeTimes& stage, const Hop& hop) {
    Times times = piece_times(schedule, std::vector<ComputeTimes>(schedule.model_stages, stage));
    if (schedule.devices > 0 && schedule.model_stages % schedule.devices == 0) {
        times.divisor = std::max(1U, schedule.model_stages / schedule.devices);
    }
    set_hops_between(times, schedule, [&](std::uint32_t, std::uint32_t) { return hop; });
    return times;
}

Times piece_times(const Schedule& schedule, const std::vector<ComputeTimes>& pieces) {
    const std::size_t slots = schedule.stage.size();
    Times times;
    times.compute.reserve(slots);
    for (const std::uint32_t stage : schedule.stage) times.compute.push_back(pieces.at(stage));
    times.to_next = IdVector<SlotId, Hop>(slots);
    times.to_previous = IdVector<SlotId, Hop>(slots);
    return times;
}

void set_hops(Times& times, const Schedule& schedule, const std::vector<Hop>& hops) {
    const std::uint32_t devices = schedule.devices;
    set_hops_between(times, schedule, [&](std::uint32_t from, std::uint32_t to) {
        const std::uint32_t low = std::min(from, to);
        const std::uint32_t high = std::max(from, to);
        if (devices > 2 && low == 0 && high + 1 == devices && hops.size() == devices) return hops[high];
        Hop slowest = hops.at(low);
        for (std::uint32_t d = low + 1; d < high; ++d) {
            if (hops.at(d).time > slowest.time) slowest = hops[d];
        }
        return slowest;
    });
}

}  // namespace railyard::schedule
