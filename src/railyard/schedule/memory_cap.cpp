#include "railyard/schedule/memory_cap.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "railyard/schedule/alive.hpp"
#include "railyard/schedule/steps.hpp"

namespace railyard::schedule {
namespace {

constexpr std::size_t nothing = static_cast<std::size_t>(-1);
constexpr std::size_t furthest_look = std::size_t{2} * most_devices;  // keeps the time linear
constexpr double not_there = -1;

// One device's list, taken apart in forwards and the rest.
struct Lists {
    std::vector<std::size_t> forwards;  // indices into the schedule
    std::vector<std::size_t> others;
    std::vector<bool> is_taken;  // per entry of others: some weight halves are taken early
    std::size_t next_forward = 0;
    std::size_t next_other = 0;
    std::vector<std::size_t> order;  // the new one
    double free = 0;                 // ticks
    std::uint32_t held = 0;

    [[nodiscard]] std::size_t forward() const {
        return next_forward < forwards.size() ? forwards[next_forward] : nothing;
    }
    [[nodiscard]] std::size_t other() const {
        return next_other < others.size() ? others[next_other] : nothing;
    }
    [[nodiscard]] bool is_done() const { return forward() == nothing && other() == nothing; }
};

class Player {
  public:
    Player(const Schedule& schedule, const Times& times, const std::vector<std::uint32_t>& caps)
        : schedule_(schedule),
          sending_(times.sending),
          caps_(caps),
          clock_(schedule, times),
          steps_(schedule, times, clock_),
          arrived_(steps_.entries(), not_there),
          lists_(schedule.devices) {
        std::fill_n(arrived_.begin() + static_cast<std::ptrdiff_t>(steps_.always_there()),
                    schedule.micro_batches, 0);
        for (std::uint32_t device = 0; device < schedule.devices; ++device) {
            Lists& lists = lists_[device];
            for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
                (schedule.operations[i].kind == Kind::forward ? lists.forwards : lists.others).push_back(i);
            }
            lists.is_taken.resize(lists.others.size());
            moments_.push({0, device});
        }
    }

    std::variant<Schedule, CapTooSmall> play() {
        while (!moments_.empty()) {
            const Moment moment = moments_.top();
            moments_.pop();
            if (lists_[moment.device].free <= moment.time) act(moment.device, moment.time);
        }
        // Of the devices that are stuck, the one that is full at the smallest cap, or else any.
        std::vector<CapTooSmall> full;
        std::vector<CapTooSmall> stuck;
        for (std::uint32_t device = 0; device < schedule_.devices; ++device) {
            if (lists_[device].is_done()) continue;
            stuck.push_back({device, caps_[device]});
            if (lists_[device].held >= caps_[device]) full.push_back(stuck.back());
        }
        const auto smaller = [](const CapTooSmall& a, const CapTooSmall& b) { return a.cap < b.cap; };
        if (!full.empty()) return *std::min_element(full.begin(), full.end(), smaller);
        if (!stuck.empty()) return stuck.front();
        return reordered();
    }

  private:
    // Something may have become possible on a device.
    struct Moment {
        double time;
        std::uint32_t device;
        bool operator>(const Moment& other) const {
            return time != other.time ? time > other.time : device > other.device;
        }
    };

    [[nodiscard]] const Step& step(std::uint32_t device, std::size_t operation) const {
        const Operation& it = schedule_.operations[operation];
        return steps_.of(schedule_.slot(device, it.chunk), it.kind);
    }
    [[nodiscard]] bool is_ready(std::uint32_t device, std::size_t operation, double now) const {
        const std::uint32_t micro_batch = schedule_.operations[operation].micro_batch;
        const Step& needs = step(device, operation);
        const double input = arrived_[needs.input + micro_batch];
        return input >= 0 && input <= now && arrived_[needs.own + micro_batch] >= 0;
    }

    void act(std::uint32_t device, double now) {
        Lists& lists = lists_[device];
        const std::size_t forward = lists.forward();
        const std::size_t other = lists.other();
        const bool forward_is_next = forward != nothing && (other == nothing || forward < other);
        if (forward_is_next && lists.held < caps_[device] && is_ready(device, forward, now)) {
            const bool is_pair =
                schedule_.operations[forward].together == Together::with_next && other == forward + 1;
            if (!is_pair) return start(device, forward, now);
            if (is_ready(device, other, now)) return start_pair(device, forward, now);
            return;
        }
        if (other != nothing && is_ready(device, other, now)) return start(device, other, now);
        if (forward_is_next && lists.held >= caps_[device]) start_weight_half(device, now);
    }

    void start_weight_half(std::uint32_t device, double now) {
        Lists& lists = lists_[device];
        const std::size_t end = std::min(lists.others.size(), lists.next_other + furthest_look);
        for (std::size_t at = lists.next_other; at < end; ++at) {
            const std::size_t operation = lists.others[at];
            if (lists.is_taken[at] || schedule_.operations[operation].kind != Kind::backward_weight) continue;
            if (!is_ready(device, operation, now)) continue;
            lists.is_taken[at] = true;
            return start(device, operation, now);
        }
    }

    void start(std::uint32_t device, std::size_t operation, double now) {
        const double end = now + step(device, operation).duration;
        lists_[device].free = finish(device, operation, end);
        moments_.push({lists_[device].free, device});
    }

    void start_pair(std::uint32_t device, std::size_t forward, double now) {
        const Step& one = step(device, forward);
        const double separate = one.duration + step(device, forward + 1).duration;
        const double end = now + (one.overlapped >= 0 ? one.overlapped : separate);
        const double sent = finish(device, forward, end);
        lists_[device].free = finish(device, forward + 1, sent);
        moments_.push({lists_[device].free, device});
    }

    // Books an operation that ends at `end`, and gives when the device is free.
    double finish(std::uint32_t device, std::size_t operation, double end) {
        const Operation& it = schedule_.operations[operation];
        const Step& done = step(device, operation);
        Lists& lists = lists_[device];
        lists.order.push_back(operation);
        if (it.kind == Kind::forward) {
            ++lists.next_forward;
            ++lists.held;
        } else {
            if (operation == lists.other()) lists.is_taken[lists.next_other] = true;
            while (lists.next_other < lists.others.size() && lists.is_taken[lists.next_other])
                ++lists.next_other;
            if (it.kind != Kind::backward_input && lists.held > 0) --lists.held;
        }
        const double there = end + done.send;
        arrived_[done.output + it.micro_batch] = there;
        moments_.push({there, done.consumer});
        return sending_ == Sending::blocking ? there : end;
    }

    [[nodiscard]] Schedule reordered() const {
        Schedule result = schedule_;
        result.operations.clear();
        for (const Lists& lists : lists_) {
            for (std::size_t i = 0; i < lists.order.size(); ++i) {
                Operation operation = schedule_.operations[lists.order[i]];
                const bool still_together =
                    i + 1 < lists.order.size() && lists.order[i + 1] == lists.order[i] + 1;
                if (!still_together) operation.together = Together::alone;
                result.operations.push_back(operation);
            }
        }
        return result;
    }

    const Schedule& schedule_;
    Sending sending_;
    const std::vector<std::uint32_t>& caps_;
    Ticks clock_;
    Steps steps_;
    std::vector<double> arrived_;  // per entry: ticks, or not_there
    std::vector<Lists> lists_;     // per device
    std::priority_queue<Moment, std::vector<Moment>, std::greater<>> moments_;
};

}  // namespace

std::variant<Schedule, CapTooSmall> delay_forwards(const Schedule& schedule, const Times& times,
                                                   const std::vector<std::uint32_t>& most_alive) {
    const std::vector<std::uint32_t> alive = peak_alive(schedule);
    bool fits = true;
    for (std::size_t device = 0; device < alive.size(); ++device)
        fits &= alive[device] <= most_alive.at(device);
    if (fits) return schedule;
    return Player(schedule, times, most_alive).play();
}

}  // namespace railyard::schedule
