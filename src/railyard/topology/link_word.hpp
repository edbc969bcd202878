#pragma once
// What the links that make a domain are called.

#include <string_view>

#include "railyard/topology/hardware.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// "xGMI" where the GPU is AMD's, by the name or the words of its file (the links of MI200 and MI300 boards
// are Infinity Fabric, which RCCL and the driver call so); otherwise "NVLink".
std::string_view link_word(const DomainKind& kind);
// That of all domains of a topology; "NVLink" where they differ, or have no such links.
std::string_view link_word(const Topology& topology);

// Whether GPUs reach their CPU over NVLink-C2C, by the name or the words of the GPU's file (GH200, GB200,
// GB300: a Grace beside them). The NICs then hang on the CPU, and `pcie` of the domain's file is their link.
bool has_c2c(const DomainKind& kind);

}  // namespace railyard
