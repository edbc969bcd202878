#include "railyard/sweep_progress.hpp"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>

#include "railyard/base/figures.hpp"
#include "railyard/unfinished_file.hpp"

namespace railyard::tool {
namespace {

std::atomic<bool> asked_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void handle_stops(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

void ask_to_stop(int /*signal*/) {
    asked_to_stop = true;
    handle_stops(end_and_clean);
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string time_text(double seconds) {
    const auto whole = static_cast<long long>(seconds + 0.5);
    char text[40];
    if (whole < 60) {
        std::snprintf(text, sizeof text, "%lld s", whole);
    } else if (whole < 3600) {
        std::snprintf(text, sizeof text, "%lld min %lld s", whole / 60, whole % 60);
    } else {
        std::snprintf(text, sizeof text, "%lld h %lld min", whole / 3600, whole % 3600 / 60);
    }
    return text;
}

constexpr double terminal_interval = 0.25;
constexpr double log_interval = 30;

}  // namespace

Progress::Progress(std::uint64_t done, std::uint64_t all)
    : before_(done),
      done_(done),
      all_(all),
      terminal_(::isatty(STDERR_FILENO) == 1),
      started_at_(now()),
      told_at_(started_at_) {}

Progress::~Progress() {
    if (terminal_ && told_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(std::uint64_t points) {
    done_ += points;
    const double time = now();
    if (time - told_at_ < (terminal_ ? terminal_interval : log_interval)) return;
    told_at_ = time;
    tell(time);
}

void Progress::tell(double time) {
    const double rate = static_cast<double>(done_ - before_) / (time - started_at_);
    const double left = rate > 0 ? static_cast<double>(all_ - done_) / rate : 0;
    const std::string text = grouped(done_) + " of " + grouped(all_) + " points, " +
                             grouped(static_cast<std::uint64_t>(rate)) + " a second, " + time_text(left) +
                             " left";
    std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", text.c_str());
    std::fflush(stderr);
    told_ = true;
}

const std::atomic<bool>& catch_signals() {
    handle_stops(ask_to_stop);
    return asked_to_stop;
}

}  // namespace railyard::tool
