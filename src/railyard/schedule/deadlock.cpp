#include "railyard/schedule/deadlock.hpp"

#include <algorithm>

namespace railyard::schedule {
namespace {

constexpr std::size_t most_lines = 12;

std::string sentence(const Schedule& schedule, const Blocked& blocked) {
    return "  " + describe(schedule, blocked.device, blocked.operation) + " waits for " +
           describe(schedule, blocked.awaited_device, blocked.awaited) + "\n";
}

}  // namespace

std::string explain(const Schedule& schedule, const Deadlock& deadlock) {
    std::string text = schedule.name + " never finishes: after " + std::to_string(deadlock.operations_done) +
                       " of " + std::to_string(schedule.operations.size()) + " operations " +
                       std::to_string(deadlock.blocked.size()) + " of " + std::to_string(schedule.devices) +
                       " devices stand still\n";
    const bool is_cycle = !deadlock.cycle.empty();
    text += is_cycle ? "each of these waits for the next, and the last for the first:\n" : "these wait:\n";
    const auto& lines = is_cycle ? deadlock.cycle : deadlock.blocked;
    for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i) text += sentence(schedule, lines[i]);
    if (lines.size() > most_lines)
        text += "  ... and " + std::to_string(lines.size() - most_lines) + " more\n";
    return text;
}

}  // namespace railyard::schedule
