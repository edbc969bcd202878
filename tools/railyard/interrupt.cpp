#include "railyard/interrupt.hpp"

#include <csignal>

#include "railyard/unfinished_file.hpp"

namespace railyard::tool {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set by a signal handler");

void on_interrupt(int /*signal*/) {
    interrupted = true;
    std::signal(SIGINT, end_and_clean);
}

}  // namespace

Interrupt::Interrupt() {
    interrupted = false;
    before_ = std::signal(SIGINT, on_interrupt);
}

Interrupt::~Interrupt() {
    std::signal(SIGINT, before_);
}

const std::atomic<bool>& Interrupt::flag() const {
    return interrupted;
}

}  // namespace railyard::tool
