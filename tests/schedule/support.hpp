#pragma once
// Short ways to build and run a schedule, and the oracle: a simulator so slow and plain that it can be
// believed.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/schedule/catalogue.hpp"
#include "railyard/schedule/simulate.hpp"
#include "railyard/schedule/summary.hpp"
#include "railyard/schedule/times.hpp"

namespace railyard::schedule {

// A schedule that has been run.
struct Ran {
    Schedule schedule;
    Times times;
    Timeline timeline;
    Summary summary;
};

inline Ran run(Schedule schedule, Times times) {
    auto result = simulate(schedule, times);
    auto timeline = std::get<Timeline>(std::move(result));
    auto summary = summarize(schedule, times, timeline, {});
    return {std::move(schedule), std::move(times), std::move(timeline), std::move(summary)};
}

inline ComputeTimes compute(double forward, double backward, double weight) {
    return {seconds(forward), seconds(backward), seconds(weight)};
}

// Equal stages, forward 1, backward 2 (1 + 1), sends free unless given.
inline Ran run(Algorithm algorithm, const Shape& shape, const ComputeTimes& stage = compute(1, 2, 1),
               Hop hop = {}) {
    Schedule schedule = build(algorithm, shape);
    Times times = even_times(schedule, stage, hop);
    return run(std::move(schedule), std::move(times));
}

inline std::vector<std::uint32_t> alive_of(const Summary& summary) {
    std::vector<std::uint32_t> alive;
    for (const auto& device : summary.devices) alive.push_back(device.peak_alive);
    return alive;
}

// Every shape with p <= 16, m <= 64, v <= 4 that the algorithm takes.
template <class Check>
void for_legal_shapes(Algorithm algorithm, Check check) {
    for (std::uint32_t p = 1; p <= 16; ++p) {
        for (std::uint32_t m = 1; m <= 64; ++m) {
            for (std::uint32_t v = 1; v <= 4; ++v) {
                const Shape shape{p, m, v};
                if (!refuse(algorithm, shape)) check(shape);
            }
        }
    }
}

// Random times with many places, different for every slot and hop.
inline Times random_times(const Schedule& schedule, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> time(0.1, 3);
    std::vector<ComputeTimes> pieces;
    for (std::uint32_t i = 0; i < schedule.model_stages; ++i) {
        const double weight = time(random);
        pieces.push_back(compute(time(random), weight + time(random), weight));
    }
    Times times = piece_times(schedule, pieces);
    set_hops_between(times, schedule, [&](std::uint32_t, std::uint32_t) {
        return Hop{seconds(time(random)), {}};
    });
    return times;
}

// ---- The oracle
// -------------------------------------------------------------------------------------------------

// (end of the forward, or of the backward or backward_input; micro-batch; piece of the model) -> when its
// output is where it is needed. It looks at every device again and again until nothing moves any more.
class Oracle {
  public:
    Oracle(const Schedule& schedule, const Times& times) : schedule_(schedule), times_(times) {}

    // Start and end of every operation, or nothing if it never finishes.
    std::optional<std::vector<std::pair<double, double>>> run() {
        std::vector<std::pair<double, double>> when(schedule_.operations.size());
        std::vector<std::size_t> next(schedule_.first.begin(), schedule_.first.end() - 1);
        std::vector<double> free(schedule_.devices, 0);
        for (bool moved = true; moved;) {
            moved = false;
            for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
                while (next[device] < schedule_.first[device + 1] &&
                       step(device, next[device], free[device], when)) {
                    moved = true;
                }
            }
        }
        for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
            if (next[device] != schedule_.first[device + 1]) return std::nullopt;
        }
        return when;
    }

  private:
    using Output = std::tuple<bool, std::uint32_t, std::uint32_t>;  // forward?, micro-batch, piece

    SlotId slot_of(std::uint32_t device, const Operation& it) const {
        return schedule_.slot(device, it.chunk);
    }
    std::uint32_t piece_of(std::uint32_t device, const Operation& it) const {
        return schedule_.stage[slot_of(device, it)];
    }
    double time_of(std::uint32_t device, const Operation& it) const {
        const ComputeTimes& times = times_.compute[slot_of(device, it)];
        switch (it.kind) {
            case Kind::forward:
                return times.forward.raw() / times_.divisor;
            case Kind::backward:
                return times.backward.raw() / times_.divisor;
            case Kind::backward_weight:
                return times.backward_weight.raw() / times_.divisor;
            case Kind::backward_input:
                return (times.backward - times.backward_weight).raw() / times_.divisor;
        }
        return 0;
    }
    // When its inputs are there; nothing if one is not.
    std::optional<double> ready(std::uint32_t device, const Operation& it) const {
        const std::uint32_t piece = piece_of(device, it);
        std::vector<Output> needed;
        double latest = 0;
        if (it.kind == Kind::forward && piece > 0) needed.emplace_back(true, it.micro_batch, piece - 1);
        const bool is_backward = it.kind == Kind::backward || it.kind == Kind::backward_input;
        if (is_backward && piece + 1 < schedule_.model_stages)
            needed.emplace_back(false, it.micro_batch, piece + 1);
        for (const auto& output : needed) {
            const auto found = there_.find(output);
            if (found == there_.end()) return std::nullopt;
            latest = std::max(latest, found->second);
        }
        if (is_backward && there_.count({true, it.micro_batch, piece}) == 0) return std::nullopt;
        if (it.kind == Kind::backward_weight && there_.count({false, it.micro_batch, piece}) == 0)
            return std::nullopt;
        return latest;
    }
    void hand_on(std::uint32_t device, const Operation& it, double end, double& free) {
        free = end;
        if (it.kind == Kind::backward_weight) return;
        const SlotId here = slot_of(device, it);
        const bool is_forward = it.kind == Kind::forward;
        const SlotId to = is_forward ? schedule_.next[here] : schedule_.previous[here];
        double send = 0;
        if (schedule_.crosses_devices(here, to)) {
            send = (is_forward ? times_.to_next[here] : times_.to_previous[here]).time.raw();
        }
        there_[{is_forward, it.micro_batch, piece_of(device, it)}] = end + send;
        if (times_.sending == Sending::blocking) free = end + send;
    }
    bool step(std::uint32_t device, std::size_t& at, double& free,
              std::vector<std::pair<double, double>>& when) {
        const Operation one = schedule_.operations[at];
        const auto one_ready = ready(device, one);
        if (!one_ready) return false;
        const double takes = time_of(device, one);
        if (one.together == Together::alone) {
            const double start = std::max(free, *one_ready);
            when[at++] = {start, start + takes};
            hand_on(device, one, start + takes, free);
            return true;
        }
        const Operation other = schedule_.operations[at + 1];
        const auto other_ready = ready(device, other);
        if (!other_ready) return false;
        const double start = std::max({free, *one_ready, *other_ready});
        const double middle = start + takes;
        const double end = middle + time_of(device, other);
        when[at++] = {start, middle};
        when[at++] = {middle, end};
        hand_on(device, one, end, free);
        hand_on(device, other, free, free);
        return true;
    }

    const Schedule& schedule_;
    const Times& times_;
    std::map<Output, double> there_;
};

}  // namespace railyard::schedule
