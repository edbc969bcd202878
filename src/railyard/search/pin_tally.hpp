#pragma once
// Which pins the placements of a search kept, so that what cannot be met is named.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "railyard/search/pins.hpp"

namespace railyard::search {

// Required pins that no placement kept, as they were given.
struct UnmetPins {
    std::vector<std::string> alone;                  // kept by nothing
    std::vector<std::vector<std::string>> together;  // each kept by something, all of them by nothing
    [[nodiscard]] bool any() const { return !alone.empty() || !together.empty(); }
};

class PinTally {
  public:
    explicit PinTally(const std::vector<Pin>& pins);

    void count(const std::vector<bool>& kept);  // of one placement, by pin
    // Pairs that nothing kept both of, or all of them where every pair can be had; nothing before the first
    // placement.
    [[nodiscard]] UnmetPins unmet() const;

  private:
    std::vector<std::string> texts_;    // of required pins
    std::vector<std::size_t> numbers_;  // theirs among all
    std::vector<std::vector<bool>> both_;
    bool all_ = false;
    bool counted_ = false;
};

// Whether some placement keeps all of these.
using CanKeep = std::function<bool(const std::vector<Pin>&)>;

// Of placements for all pins at once, where what gives way to the others may never have been kept though it
// can be: the required pins that `tally` knows no placement of, and pairs of them, are tried without the
// others. Counts what is kept so, and gives what is left.
UnmetPins unmet_even_alone(PinTally& tally, const std::vector<Pin>& pins, const CanKeep& can_keep);

}  // namespace railyard::search
