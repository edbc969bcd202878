#pragma once
// Which board a GPU's name is of, where it says so: the same chip on a PCIe card is another machine.

#include <string_view>

namespace railyard {

// "PCIe" of H100-PCIe and A100-PCIE-40GB; "NVL" of H100 NVL and H200-NVL, cards that bridges join (not of
// GB200-NVL72, a rack). Empty where the name says neither, as H100-80GB-SXM.
std::string_view card_of_gpu(std::string_view name);

}  // namespace railyard
