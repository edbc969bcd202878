#include "railyard/unfinished_file.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>

namespace railyard::tool {
namespace {

enum class SlotState : int { free, taken, named };

// A signal handler may neither allocate nor wait.
struct Slot {
    std::atomic<SlotState> state{SlotState::free};
    std::array<char, 4096> path{};
};
static_assert(std::atomic<SlotState>::is_always_lock_free, "read by a signal handler");

std::array<Slot, 16> slots;

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& path) : slot_(slots.size()) {
    if (path.size() >= Slot{}.path.size()) return;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        SlotState expected = SlotState::free;
        if (!slots[i].state.compare_exchange_strong(expected, SlotState::taken)) continue;
        std::memcpy(slots[i].path.data(), path.c_str(), path.size() + 1);
        slots[i].state = SlotState::named;
        slot_ = i;
        return;
    }
}

UnfinishedFile::~UnfinishedFile() {
    if (slot_ < slots.size()) slots[slot_].state = SlotState::free;
}

void end_and_clean(int signal) {
    for (Slot& slot : slots)
        if (slot.state == SlotState::named) ::unlink(slot.path.data());
    // Blocked here, it arrives when this returns.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void clean_on_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
        action.sa_handler = end_and_clean;
        action.sa_flags = 0;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

}  // namespace railyard::tool
