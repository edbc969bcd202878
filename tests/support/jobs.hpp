#pragma once
// Layouts as tests write them: an order as one word, a layout as text, a shipped one with keys changed.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/job/load.hpp"
#include "railyard/job/rank_grid.hpp"

namespace railyard::test {

// "tp,cp,dp:2,pp,dp"
std::vector<OrderItem> order_of(std::string_view text);

// {"parallel.tp", "16"} as `--tp 16` sets it.
using Changes = std::vector<std::pair<std::string, std::string>>;
std::vector<LayoutOverride> overrides_of(const Changes& changes);

Layout shipped_layout(std::string_view name, const Changes& changes = {});

// A layout from text that is called "test.yaml"; its models are the shipped ones.
LoadedLayout load_layout_text(const std::string& text, const Changes& changes = {});
// The whole message that it is refused with; empty when it is not.
std::string layout_refusal(const std::string& text, const Changes& changes = {});

}  // namespace railyard::test
