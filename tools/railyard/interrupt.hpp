#pragma once
// Ctrl-C as a wish: the first one sets a flag that long work looks at, the second one ends the program.

#include <atomic>

namespace railyard::tool {

// While one lives, SIGINT sets the flag. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] const std::atomic<bool>& flag() const;

  private:
    void (*before_)(int);
};

}  // namespace railyard::tool
