#include "railyard/schedule/critical_path.hpp"

#include <algorithm>

#include "railyard/schedule/steps.hpp"

namespace railyard::schedule {
namespace {

constexpr std::size_t nothing = static_cast<std::size_t>(-1);

class Tracer {
  public:
    Tracer(const Schedule& schedule, const Times& times, const Timeline& timeline)
        : schedule_(schedule),
          sending_(times.sending),
          timeline_(timeline),
          steps_(schedule, times, timeline.clock),
          maker_(steps_.entries(), nothing),
          device_(schedule.operations.size()) {
        for (std::uint32_t device = 0; device < schedule.devices; ++device) {
            for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
                device_[i] = device;
                maker_[step(i).output + schedule.operations[i].micro_batch] = i;
            }
        }
    }

    CriticalPath trace() {
        CriticalPath path;
        if (schedule_.operations.empty()) return path;
        double travelling = 0;
        const auto last =
            std::max_element(timeline_.end.begin(), timeline_.end.end()) - timeline_.end.begin();
        for (auto at = static_cast<std::size_t>(last); at != nothing;) {
            const std::size_t head = head_of(at);
            const std::size_t tail = tail_of(head);
            for (std::size_t i = tail + 1; i-- > head;) path.operations.push_back(i);
            const std::size_t before = binding(head, tail);
            if (before != nothing) {
                const double gap = timeline_.start[head] - timeline_.end[tail_of(head_of(before))];
                travelling += gap;
                if (device_[before] != device_[head]) ++path.sends;
            }
            at = before;
        }
        std::reverse(path.operations.begin(), path.operations.end());
        path.sending = timeline_.clock.time(travelling);
        path.computing = timeline_.clock.time(timeline_.makespan - travelling);
        return path;
    }

  private:
    [[nodiscard]] const Step& step(std::size_t operation) const {
        const Operation& it = schedule_.operations[operation];
        return steps_.of(schedule_.slot(device_[operation], it.chunk), it.kind);
    }
    // First and second operation of the overlapped pair that this one belongs to; itself if it is alone.
    [[nodiscard]] std::size_t head_of(std::size_t operation) const {
        const bool is_second = operation > schedule_.first[device_[operation]] &&
                               schedule_.operations[operation - 1].together == Together::with_next;
        return is_second ? operation - 1 : operation;
    }
    [[nodiscard]] std::size_t tail_of(std::size_t head) const {
        const bool is_pair = schedule_.operations[head].together == Together::with_next &&
                             head + 1 < schedule_.first[device_[head] + 1];
        return is_pair ? head + 1 : head;
    }
    // When the output of an operation is where it is needed, by the simulator's own arithmetic.
    [[nodiscard]] double arrival(std::size_t operation) const {
        const std::size_t head = head_of(operation);
        double there = timeline_.end[tail_of(head)];
        if (operation != head && sending_ == Sending::blocking) there += step(head).send;
        return there + step(operation).send;
    }
    [[nodiscard]] double free_after(std::size_t head) const {
        const std::size_t tail = tail_of(head);
        return sending_ == Sending::blocking ? arrival(tail) : timeline_.end[tail];
    }
    // What the operations head .. tail could not start before; nothing at the start of the step.
    [[nodiscard]] std::size_t binding(std::size_t head, std::size_t tail) const {
        const double start = timeline_.start[head];
        if (head > schedule_.first[device_[head]]) {
            const std::size_t before = head_of(head - 1);
            if (free_after(before) == start) return before;
        }
        for (std::size_t i = head; i <= tail; ++i) {
            const std::size_t input = step(i).input + schedule_.operations[i].micro_batch;
            if (maker_[input] != nothing && arrival(maker_[input]) == start) return maker_[input];
        }
        return nothing;
    }

    const Schedule& schedule_;
    Sending sending_;
    const Timeline& timeline_;
    Steps steps_;
    std::vector<std::size_t> maker_;     // per entry: the operation that makes it
    std::vector<std::uint32_t> device_;  // per operation
};

}  // namespace

CriticalPath critical_path(const Schedule& schedule, const Times& times, const Timeline& timeline) {
    return Tracer(schedule, times, timeline).trace();
}

}  // namespace railyard::schedule
