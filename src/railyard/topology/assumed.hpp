#pragma once
// What of a domain may be taken for granted: sources that describe a machine do not tell all that a topology
// says.

#include <cstdint>
#include <set>

namespace railyard {

enum class Assumed : std::uint8_t {
    gpu,          // which GPU it is
    cpus,         // how many there are, or which GPUs are beside one
    pcie,         // the rate of GPUs' links to CPUs
    cpu_link,     // the rate between CPUs
    scale_up,     // that no links but PCIe join GPUs
    switches,     // how many NVSwitches there are
    trunk,        // links between NVSwitches of two boards
    nvlink_rate,  // of one link
    nics,         // that there are none
    nic_rate,     // of one port
    nic_places    // which GPUs NICs stand beside, or how many do
};
using AssumedParts = std::set<Assumed>;

}  // namespace railyard
