#include "railyard/schedule/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace railyard::schedule {
namespace {

constexpr int most_decimals = 12;
constexpr double largest_exact = 9007199254740992.0;  // 2^53

std::vector<double> all_times(const Times& times) {
    std::vector<double> values;
    for (const auto& slot : times.compute) {
        for (const Seconds time : {slot.forward, slot.backward, slot.backward_weight})
            values.push_back(time.raw());
    }
    for (const auto& time : times.overlapped) values.push_back(time.raw());
    for (const auto& hop : times.to_next) values.push_back(hop.time.raw());
    for (const auto& hop : times.to_previous) values.push_back(hop.time.raw());
    // Most are equal: one of each is enough.
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// One rounding off is still meant: "1.2 ms" is read as 1.2 times 0.001.
bool is_whole(double value, double scale) {
    const double nearest = std::nearbyint(value * scale) / scale;
    return std::abs(nearest - value) <= value * std::numeric_limits<double>::epsilon();
}

bool all_whole(const std::vector<double>& values, double scale) {
    return std::all_of(values.begin(), values.end(), [&](double value) { return is_whole(value, scale); });
}

}  // namespace

Ticks::Ticks(const Schedule& schedule, const Times& times) : divisor_(times.divisor) {
    const std::vector<double> values = all_times(times);
    const auto operations = static_cast<double>(schedule.operations.size() + 1);
    const double largest = values.empty() ? 0 : values.back();
    double power = 1;
    for (int decimals = 0; decimals <= most_decimals; ++decimals) {
        // Every operation adds at most one computation and two sends to a sum; the idle time of all devices
        // is taken from one such sum per device.
        if (largest * power * divisor_ * operations * 3 * (schedule.devices + 1.0) >= largest_exact) break;
        if (all_whole(values, power)) {
            power_ = power;
            return;
        }
        power *= 10;
    }
}

double Ticks::of_compute(Seconds time) const {
    return is_exact() ? std::nearbyint(time.raw() * power_) : time.raw() / divisor_;
}

double Ticks::of_send(Seconds time) const {
    return is_exact() ? std::nearbyint(time.raw() * power_) * divisor_ : time.raw();
}

Seconds Ticks::time(double ticks) const {
    return Seconds::raw(ticks / per_unit());
}

}  // namespace railyard::schedule
