#pragma once
// What a topology costs and draws: the parts that files give a cost or a power, times how many there are.
// Parts without one count nothing, so a sum is as complete as the files are.

#include <optional>

#include "railyard/topology/topology.hpp"

namespace railyard {

struct Bill {
    std::optional<Money> cost;   // nothing where no part has one
    std::optional<Watts> power;  // of the whole machine under load
};

// Of all its GPUs, servers, NVSwitches, NICs, network switches and cables. A last run that comes as needed
// counts with `as_needed` physical domains.
Bill bill_of(const Topology& topology, std::uint32_t as_needed);

}  // namespace railyard
