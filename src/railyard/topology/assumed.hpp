#pragma once
// What of a domain may be taken for granted: sources that describe a machine do not tell all that a topology
// says.

#include <cstdint>
#include <set>

namespace railyard {

enum class Assumed : std::uint8_t {
    gpu,          // which GPU it is
    cpus,         // how many there are
    pcie,         // the rate of GPUs' links to CPUs
    cpu_link,     // the rate between CPUs
    switches,     // how many NVSwitches there are
    nvlink_rate,  // of one link
    nic_rate,     // of one port
    nic_places    // which GPUs NICs stand beside
};
using AssumedParts = std::set<Assumed>;

}  // namespace railyard
