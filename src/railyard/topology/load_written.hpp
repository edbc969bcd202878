#pragma once
// What files say beside keys that were set from outside: counts of switches and measured speeds were written
// for those values, not for the ones that a sweep puts in their place.

#include <vector>

#include "railyard/input/override.hpp"
#include "railyard/topology/hardware.hpp"

namespace railyard {

// `before` is the (merged) document without the settings, the last argument what was read with them.
void note_written_ratios(const input::Document& before, const std::vector<input::KeySetting>& settings,
                         Network& network);
void note_written_gpus(const input::Document& before, const std::vector<input::KeySetting>& settings,
                       DomainKind& kind);
void note_written_peaks(const input::Document& before, Gpu& gpu);

}  // namespace railyard
