#pragma once
// NCCL's (and RCCL's) topology XML: a dump of one server or of a whole NVLink domain (NCCL_TOPO_DUMP_FILE),
// or a file written for virtual machines (NCCL_TOPO_FILE), which has the PCI tree and no links.

#include <optional>
#include <string_view>

#include "railyard/base/units.hpp"
#include "railyard/input/source.hpp"
#include "railyard/machine/observed.hpp"

namespace railyard::machine {

bool is_nccl_topo(std::string_view text);
// A file of another kind that is taken for one: a graph (NCCL_GRAPH_FILE), or a piece of a topology.
bool is_other_nccl_xml(std::string_view text);

// Throw InputError with the place.
Observed read_nccl_topo(const input::Source& source);
Observed refuse_other_nccl_xml(const input::Source& source);

// One PCIe lane, one way, nominal: "16.0 GT/s PCIe" is 1.97 GB/s. Nothing for a text without a known rate.
std::optional<BytesPerSecond> pcie_lane_rate(std::string_view link_speed);
// Whether NCCL's own table has this spelling; with another it takes the link for Gen3.
bool nccl_knows_link_speed(std::string_view link_speed);

}  // namespace railyard::machine
