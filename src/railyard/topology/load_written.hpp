#pragma once
// What files say beside keys that were set from outside: counts of switches and measured speeds were written
// for those values, not for the ones that a sweep puts in their place.

#include <optional>
#include <span>
#include <string_view>
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

// Effective rates of links whose nominal rate was set and theirs was not: what software reaches of a link is
// taken to be the same share of it. Changes `document`, which has the settings; before it is read.
void scale_effective_rates(const input::Document& before, const std::vector<input::KeySetting>& settings,
                           input::Document& document);

// The links of a domain that have such rates, as paths of its file: "scale_up.link".
std::span<const std::string_view> links_with_rates();
// That of one of these; nothing where none is known.
std::optional<BytesPerSecond> effective_rate(const DomainKind& kind, std::string_view link);

}  // namespace railyard
