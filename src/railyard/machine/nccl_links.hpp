#pragma once
// The rows <nvlink> and <xgmi> of an NCCL topology, made links of a server.

#include <cstdint>
#include <vector>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

enum class NvlinkTarget {
    gpu,
    nvswitch,
    unseen,  // a switch that the server does not see
    itself   // a virtual machine that has the bus id of the GPU in place of its peer's
};

struct NvlinkRow {
    std::size_t gpu = 0;
    NvlinkTarget kind = NvlinkTarget::unseen;
    PciAddress target;  // of a GPU or a switch
    std::uint32_t count = 0;
};

// Sets what the rows tell: links of each GPU, of each pair, to each switch. `dumped`: per GPU, whether it has
// a <gpu> element; one without rows lost its links where others have rows. Pairs of a GPU whose rows go to
// itself stay unknown.
void set_nvlinks(ObservedHost& host, const std::vector<NvlinkRow>& rows,
                 const std::vector<std::uint8_t>& dumped, SourceId from);

}  // namespace railyard::machine
