#include "railyard/plan_progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace railyard::tool {

PlanProgressLine::PlanProgressLine() : shows_(::isatty(STDERR_FILENO) == 1) {}

PlanProgressLine::~PlanProgressLine() {
    if (drawn_) std::fputs("\r\033[K", stderr);
}

void PlanProgressLine::show(const search::PlanProgress& progress) {
    if (!shows_) return;
    const auto now = std::chrono::steady_clock::now();
    if (drawn_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;
    if (progress.cuts == 0) {
        std::fprintf(stderr, "\r\033[K%zu cuts listed", progress.cuts_done);
    } else {
        std::fprintf(stderr, "\r\033[K%zu of at most %zu cuts", progress.cuts_done, progress.cuts);
    }
    if (progress.best != nullptr) {
        const Degrees& d = progress.best->layout.degrees;
        std::fprintf(stderr, "; best so far %.4g s: tp %u cp %u pp %u dp %u",
                     progress.best->step.total().raw(), d.tp, d.cp, d.pp, d.dp);
    }
    std::fputs("  (Ctrl-C: stop here)", stderr);
    std::fflush(stderr);
}

}  // namespace railyard::tool
