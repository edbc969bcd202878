#pragma once
// What the links that make a domain are called.

#include <string_view>

#include "railyard/topology/hardware.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// "xGMI" where the GPU is AMD's (the links of MI200 and MI300 boards are Infinity Fabric, which RCCL and the
// driver call so), by its maker or, where its file does not say, by its name and words; otherwise "NVLink".
std::string_view link_word(const DomainKind& kind);
// That of all domains of a topology; "NVLink" where they differ, or have no such links.
std::string_view link_word(const Topology& topology);

// Whether the PCIe of NICs leads to a CPU and not to the GPU beside them: where GPUs need none as they reach
// their CPU over servers.c2c, `pcie` of the domain's file is the NICs' link. Not of a ConnectX-8, which is
// the PCIe switch of its GPU as well (GB300 trays: NVIDIA's enterprise reference architecture of the NVL72).
bool has_nics_on_cpus(const DomainKind& kind);

}  // namespace railyard
