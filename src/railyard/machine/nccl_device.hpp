#pragma once
// What a `<pci>` of an NCCL topology is.

#include <cstdint>
#include <optional>
#include <string_view>

#include "railyard/machine/observed.hpp"
#include "railyard/machine/xml_tree.hpp"

namespace railyard::machine {

// untold: a leaf that shows neither a class nor ids that are known here; NCCL asks the machine that it runs
// on. Files that are given to NCCL (NCCL_TOPO_FILE) may have such, dumps have none.
enum class NcclDevice { gpu, nic, other, untold };

// By its children, else its class, else its vendor and device ids.
NcclDevice nccl_device(const XmlTree& tree, const XmlElement& pci);

// Its vendor and device ids; none where they are left out or filled in (0x0000, 0xffff).
std::optional<PciModel> nccl_pci_model(const XmlElement& pci);

bool has_child(const XmlTree& tree, const XmlElement& element, std::string_view name);

// A whole number as attributes have them, "12" or "0x1d0f"; none where the text is anything else.
std::optional<std::uint64_t> nccl_number(std::string_view text);

}  // namespace railyard::machine
