#pragma once
// How far a long run is, on standard error; and Ctrl-C, which asks it to stop.

#include <atomic>
#include <cstdint>
#include <string>

namespace railyard::tool {

// On a terminal one line that changes; elsewhere a line now and then. Silent for runs that are over at once.
class Progress {
  public:
    Progress(std::uint64_t done, std::uint64_t all);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(std::uint64_t points);

  private:
    void tell(double now);

    std::uint64_t before_;  // done by an earlier run
    std::uint64_t done_;
    std::uint64_t all_;
    bool terminal_ = false;
    bool told_ = false;
    double started_at_;
    double told_at_;
};

// Set by the first SIGINT or SIGTERM after catch_signals(); the second one, of either kind, ends the program
// and what it has half written.
const std::atomic<bool>& catch_signals();

}  // namespace railyard::tool
