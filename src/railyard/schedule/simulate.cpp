#include "railyard/schedule/simulate.hpp"

#include <algorithm>

#include "railyard/schedule/steps.hpp"

namespace railyard::schedule {
namespace {

constexpr double not_there = -1;
constexpr std::size_t nothing = static_cast<std::size_t>(-1);

// The state of a run. `arrived[entry]`: when an output is where it is needed, or not_there.
class Run {
  public:
    Run(const Schedule& schedule, const Times& times)
        : schedule_(schedule),
          sending_(times.sending),
          clock_(schedule, times),
          steps_(schedule, times, clock_),
          arrived_(steps_.entries(), not_there),
          position_(schedule.first.begin(), schedule.first.end() - 1),
          free_(schedule.devices, 0),
          awaits_(schedule.devices, nothing) {
        std::fill_n(arrived_.begin() + static_cast<std::ptrdiff_t>(steps_.always_there()),
                    schedule.micro_batches, 0);
        timeline_.clock = clock_;
        timeline_.start.resize(schedule.operations.size());
        timeline_.end.resize(schedule.operations.size());
        timeline_.devices.resize(schedule.devices);
    }

    std::variant<Timeline, Deadlock> finish() {
        for (std::uint32_t device = schedule_.devices; device-- > 0;) runnable_.push_back(device);
        while (!runnable_.empty()) {
            const std::uint32_t device = runnable_.back();
            runnable_.pop_back();
            advance(device);
        }
        for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
            if (position_[device] < schedule_.first[device + 1]) return explain_deadlock();
        }
        for (const double end : timeline_.end) timeline_.makespan = std::max(timeline_.makespan, end);
        return std::move(timeline_);
    }

  private:
    // The entry that `operation` lacks, or nothing; `ready` is when its input is there.
    std::size_t lacks(const Step& step, std::uint32_t micro_batch, double& ready) const {
        ready = arrived_[step.input + micro_batch];
        if (ready < 0) return step.input + micro_batch;
        return arrived_[step.own + micro_batch] < 0 ? step.own + micro_batch : nothing;
    }

    // Runs a device until its list ends or an input is missing.
    void advance(std::uint32_t device) {
        const std::size_t last = schedule_.first[device + 1];
        const Operation* const operations = schedule_.operations.data();
        const std::uint32_t slots = device * schedule_.chunks;
        DeviceTicks totals = timeline_.devices[device];
        std::size_t at = position_[device];
        double now = free_[device];
        while (at < last) {
            const Operation operation = operations[at];
            if (operation.together == Together::with_next && at + 1 < last) {
                if (!run_pair(device, at, now, totals)) break;
                at += 2;
                continue;
            }
            const Step& step = steps_.of(SlotId(slots + operation.chunk), operation.kind);
            double ready = 0;
            const std::size_t missing = lacks(step, operation.micro_batch, ready);
            if (missing != nothing) {
                awaits_[device] = missing;
                break;
            }
            const double start = begin(now, ready, step.inbound, totals);
            now = start + step.duration;
            totals.busy += step.duration;
            timeline_.start[at] = start;
            timeline_.end[at] = now;
            now = deliver(device, step, operation.micro_batch, now, totals);
            ++at;
        }
        position_[device] = at;
        free_[device] = now;
        timeline_.devices[device] = totals;
    }

    // Both of an overlapped pair, or neither. The forward takes its own time of the step, the backward the
    // rest.
    bool run_pair(std::uint32_t device, std::size_t at, double& now, DeviceTicks& totals) {
        const Operation first = schedule_.operations[at];
        const Operation second = schedule_.operations[at + 1];
        const Step& one = steps_.of(schedule_.slot(device, first.chunk), first.kind);
        const Step& other = steps_.of(schedule_.slot(device, second.chunk), second.kind);
        double ready_one = 0;
        double ready_other = 0;
        awaits_[device] = lacks(one, first.micro_batch, ready_one);
        if (awaits_[device] == nothing) awaits_[device] = lacks(other, second.micro_batch, ready_other);
        if (awaits_[device] != nothing) return false;
        const double ready = std::max(ready_one, ready_other);
        const double start = begin(now, ready, ready_one > ready_other ? one.inbound : other.inbound, totals);
        const double separate = one.duration + other.duration;
        const double takes = one.overlapped >= 0 ? one.overlapped : separate;
        const double share =
            takes == separate || separate <= 0 ? one.duration : takes * (one.duration / separate);
        timeline_.start[at] = start;
        timeline_.end[at] = start + share;
        timeline_.start[at + 1] = start + share;
        timeline_.end[at + 1] = start + takes;
        totals.busy += takes;
        now = deliver(device, one, first.micro_batch, start + takes, totals);
        now = deliver(device, other, second.micro_batch, now, totals);
        return true;
    }

    static double begin(double now, double ready, double inbound, DeviceTicks& totals) {
        if (ready <= now) return now;
        totals.waiting_for_send += std::min(ready - now, inbound);
        return ready;
    }

    // Hands the output on and gives when the device is free again.
    double deliver(std::uint32_t device, const Step& step, std::uint32_t micro_batch, double now,
                   DeviceTicks& totals) {
        const std::size_t entry = step.output + micro_batch;
        const double there = now + step.send;
        arrived_[entry] = there;
        if (awaits_[step.consumer] == entry) {
            awaits_[step.consumer] = nothing;
            if (step.consumer != device) runnable_.push_back(step.consumer);
        }
        if (sending_ == Sending::overlapped) return now;
        totals.sending += step.send;
        return there;
    }

    [[nodiscard]] Blocked blocked_at(std::uint32_t device) const {
        Blocked blocked;
        blocked.device = device;
        blocked.operation = schedule_.operations[position_[device]];
        if (blocked.operation.together == Together::with_next &&
            position_[device] + 1 < schedule_.first[device + 1]) {
            double ready = 0;
            const Step& step =
                steps_.of(schedule_.slot(device, blocked.operation.chunk), blocked.operation.kind);
            const bool is_other = lacks(step, blocked.operation.micro_batch, ready) == nothing;
            if (is_other) blocked.operation = schedule_.operations[position_[device] + 1];
        }
        blocked.awaited = steps_.maker(schedule_, awaits_[device], blocked.awaited_device);
        return blocked;
    }

    [[nodiscard]] Deadlock explain_deadlock() const {
        Deadlock deadlock;
        std::vector<std::size_t> index(schedule_.devices, nothing);  // into `blocked`
        for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
            deadlock.operations_done += position_[device] - schedule_.first[device];
            if (position_[device] == schedule_.first[device + 1]) continue;
            index[device] = deadlock.blocked.size();
            deadlock.blocked.push_back(blocked_at(device));
        }
        // Follow the waits from the first; a device met twice closes the cycle.
        std::vector<std::size_t> met(schedule_.devices, nothing);
        std::vector<Blocked> path;
        std::uint32_t device = deadlock.blocked.front().device;
        while (index[device] != nothing && met[device] == nothing) {
            met[device] = path.size();
            path.push_back(deadlock.blocked[index[device]]);
            device = path.back().awaited_device;
        }
        if (index[device] != nothing) {
            deadlock.cycle.assign(path.begin() + static_cast<std::ptrdiff_t>(met[device]), path.end());
        }
        return deadlock;
    }

    const Schedule& schedule_;
    Sending sending_;
    Ticks clock_;
    Steps steps_;
    std::vector<double> arrived_;
    std::vector<std::size_t> position_;  // per device: the next operation
    std::vector<double> free_;           // per device: ticks
    std::vector<std::size_t> awaits_;    // per device: the entry it waits for
    std::vector<std::uint32_t> runnable_;
    Timeline timeline_;
};

}  // namespace

std::variant<Timeline, Deadlock> simulate(const Schedule& schedule, const Times& times) {
    return Run(schedule, times).finish();
}

}  // namespace railyard::schedule
