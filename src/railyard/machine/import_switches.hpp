#pragma once
// How the NVLinks of a server are spread over its NVSwitches.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

struct SwitchSpread {
    std::uint32_t boards = 1;
    std::vector<std::uint32_t> links;  // the fewest of any GPU to each switch of its board, by bus id
};

// All GPUs that have links reach the same switches, or those of the first half of the server one set and
// those of the second half another of as many: two boards. Nothing where no source tells it, or it is
// otherwise. GPUs with fewer links than `usual` lost some and do not count.
std::optional<SwitchSpread> spread_over_switches(const ObservedHost& host, std::uint32_t usual = 0);

}  // namespace railyard::machine
