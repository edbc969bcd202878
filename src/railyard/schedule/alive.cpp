#include "railyard/schedule/alive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace railyard::schedule {
namespace {

// Largest prefix sum of +weight(slot) at forwards and -weight(slot) at the last backward operation.
template <class Amount, class Weight>
std::vector<Amount> largest_held(const Schedule& schedule, Weight weight) {
    std::vector<Amount> most(schedule.devices, Amount{});
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        Amount now{};
        for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
            const Operation& operation = schedule.operations[i];
            const SlotId slot = schedule.slot(device, operation.chunk);
            if (operation.kind == Kind::forward) {
                now += weight(slot);
                most[device] = std::max(most[device], now);
            } else if (operation.kind != Kind::backward_input) {
                now -= weight(slot);
            }
        }
    }
    return most;
}

}  // namespace

std::vector<std::uint32_t> peak_alive(const Schedule& schedule) {
    return largest_held<std::uint32_t>(schedule, [](SlotId) { return 1U; });
}

std::vector<Bytes> peak_bytes(const Schedule& schedule, const IdVector<SlotId, Bytes>& each) {
    return largest_held<Bytes>(schedule, [&](SlotId slot) { return each[slot]; });
}

std::vector<std::uint32_t> most_that_fit(const Schedule& schedule, const IdVector<SlotId, Bytes>& each,
                                         const std::vector<Bytes>& capacity) {
    constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> most(schedule.devices, unlimited);
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        Bytes largest;
        for (std::uint32_t chunk = 0; chunk < schedule.chunks; ++chunk) {
            largest = std::max(largest, each[schedule.slot(device, chunk)]);
        }
        const double fit = largest.raw() > 0 ? std::floor(capacity.at(device) / largest) : unlimited;
        most[device] = static_cast<std::uint32_t>(std::min<double>(fit, unlimited));
    }
    return most;
}

}  // namespace railyard::schedule
