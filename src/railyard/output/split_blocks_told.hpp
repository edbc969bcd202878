#pragma once
// Blocks that a replan had to split, in words.

#include <string>
#include <vector>

#include "railyard/job/layout.hpp"
#include "railyard/search/replan.hpp"

namespace railyard::output {

// Which blocks they are, and what of them stayed together; empty: none was split.
std::string split_blocks_told(const Layout& layout, const std::vector<search::SplitBlock>& split);

}  // namespace railyard::output
