#include "railyard/schedule/study.hpp"

#include <algorithm>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/schedule/alive.hpp"
#include "railyard/schedule/deadlock.hpp"
#include "railyard/schedule/memory_cap.hpp"

namespace railyard::schedule {
namespace {

[[noreturn]] void refuse_input(std::string message, std::string hint) {
    throw InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

// One entry for all, or one for each of `count`.
template <class T>
std::vector<T> spread(const std::vector<T>& given, std::size_t count, const char* what) {
    if (given.size() == count) return given;
    if (given.size() == 1) return std::vector<T>(count, given.front());
    refuse_input(std::to_string(given.size()) + " " + what + " for " + std::to_string(count) + " stages",
                 "give one for all stages, or one for each");
}

Times times_for(const Schedule& schedule, const Conditions& conditions) {
    const auto& compute = conditions.compute;
    for (const auto& stage : compute) {
        if (stage.backward_weight <= stage.backward) continue;
        refuse_input("the backward for weights takes longer than the whole backward",
                     "the time of the backward includes that of its half for weights");
    }
    Times times;
    if (compute.size() == 1) {
        times = even_times(schedule, compute.front(), {});
    } else if (compute.size() == schedule.model_stages) {
        times = piece_times(schedule, compute);
    } else if (compute.size() == schedule.devices) {
        times = even_times(schedule, {}, {});
        for (std::uint32_t i = 0; i < times.compute.size(); ++i) {
            times.compute[SlotId(i)] = compute[schedule.device_of(SlotId(i))];
        }
    } else {
        const std::string pieces = std::to_string(schedule.model_stages);
        refuse_input(std::to_string(compute.size()) + " compute times for " +
                         std::to_string(schedule.devices) + " stages",
                     "give one for all, one for each stage, or one for each of the " + pieces +
                         " pieces that the model is cut into");
    }
    if (!conditions.overlapped.empty()) {
        const auto pairs = spread(conditions.overlapped, schedule.devices, "times of overlapped pairs");
        times.overlapped = IdVector<SlotId, Seconds>(schedule.stage.size(), {});
        for (std::uint32_t i = 0; i < schedule.stage.size(); ++i)
            times.overlapped[SlotId(i)] = pairs[schedule.stage[SlotId(i)] % schedule.devices];
    }
    times.sending = conditions.sending;
    if (conditions.hops.empty()) return times;
    if (conditions.hops.size() == 1) {
        set_hops(times, schedule, std::vector<Hop>(schedule.devices, conditions.hops.front()));
    } else if (conditions.hops.size() == schedule.devices || conditions.hops.size() + 1 == schedule.devices) {
        set_hops(times, schedule, conditions.hops);
    } else {
        refuse_input(std::to_string(conditions.hops.size()) + " times of sends for " +
                         std::to_string(schedule.devices) + " stages",
                     "give one for all, or one for each hop from a stage to the next");
    }
    return times;
}

IdVector<SlotId, Bytes> activation_for(const Schedule& schedule, const Conditions& conditions) {
    if (conditions.activation.empty()) return {};
    const auto stages = spread(conditions.activation, schedule.devices, "sizes of a micro-batch");
    // DualPipe's two chunks are whole stages each.
    const double chunks = std::max(1.0, double{1} * schedule.model_stages / schedule.devices);
    IdVector<SlotId, Bytes> each(schedule.stage.size());
    for (std::uint32_t i = 0; i < each.size(); ++i) {
        each[SlotId(i)] = stages[schedule.device_of(SlotId(i))] / chunks;
    }
    return each;
}

std::vector<std::uint32_t> caps_for(const Schedule& schedule, const Conditions& conditions,
                                    const IdVector<SlotId, Bytes>& activation) {
    std::vector<std::uint32_t> caps;
    if (!conditions.most_alive.empty()) caps = spread(conditions.most_alive, schedule.devices, "caps");
    if (conditions.most_bytes.empty()) return caps;
    if (activation.empty()) {
        refuse_input("a memory cap in bytes needs to know what a micro-batch holds",
                     "give its size per stage too");
    }
    auto fit =
        most_that_fit(schedule, activation, spread(conditions.most_bytes, schedule.devices, "memory caps"));
    if (caps.empty()) return fit;
    for (std::size_t d = 0; d < caps.size(); ++d) caps[d] = std::min(caps[d], fit[d]);
    return caps;
}

Seconds makespan_with_free_sends(const Study& study) {
    const auto takes_time = [](const Hop& hop) { return hop.time > Seconds{}; };
    Times times = study.times;
    if (std::none_of(times.to_next.begin(), times.to_next.end(), takes_time) &&
        std::none_of(times.to_previous.begin(), times.to_previous.end(), takes_time)) {
        return study.summary.makespan;
    }
    for (Hop& hop : times.to_next.items()) hop.time = Seconds{};
    for (Hop& hop : times.to_previous.items()) hop.time = Seconds{};
    const auto run = simulate(study.schedule, times);
    const auto& timeline = std::get<Timeline>(run);
    return timeline.clock.time(timeline.makespan);
}

}  // namespace

Outcome study(Schedule schedule, const Conditions& conditions) {
    Study result;
    result.times = times_for(schedule, conditions);
    const auto activation = activation_for(schedule, conditions);
    const auto caps = caps_for(schedule, conditions, activation);
    if (!caps.empty()) {
        auto delayed = delay_forwards(schedule, result.times, caps);
        if (const auto* too_small = std::get_if<CapTooSmall>(&delayed)) {
            return Impossible{schedule.name, Why::cap_too_small,
                              schedule.name + " cannot keep its cap: device " +
                                  std::to_string(too_small->device) + " may hold " +
                                  std::to_string(too_small->cap) +
                                  " at once, and needs more before it can let any go\n"};
        }
        schedule = std::get<Schedule>(std::move(delayed));
    }
    auto run = simulate(schedule, result.times);
    if (const auto* deadlock = std::get_if<Deadlock>(&run)) {
        return Impossible{schedule.name, Why::deadlock, explain(schedule, *deadlock)};
    }
    result.schedule = std::move(schedule);
    result.timeline = std::get<Timeline>(std::move(run));
    result.summary = summarize(result.schedule, result.times, result.timeline, activation);
    result.path = critical_path(result.schedule, result.times, result.timeline);
    result.makespan_with_free_sends = makespan_with_free_sends(result);
    return result;
}

Outcome study(Algorithm algorithm, const Shape& shape, const Conditions& conditions) {
    Outcome outcome = study(build(algorithm, shape), conditions);
    if (auto* result = std::get_if<Study>(&outcome)) result->warnings = warnings(algorithm, shape);
    return outcome;
}

std::vector<Hop> hops_over_domains(std::uint32_t devices, std::uint32_t per_domain, Seconds nvlink,
                                   Seconds network) {
    std::vector<Hop> hops;
    for (std::uint32_t device = 0; device < devices; ++device) {
        const std::uint32_t next = device + 1 < devices ? device + 1 : 0;
        const bool is_inside = device / per_domain == next / per_domain;
        hops.push_back(is_inside ? Hop{nvlink, Link::nvlink} : Hop{network, Link::network});
    }
    return hops;
}

}  // namespace railyard::schedule
