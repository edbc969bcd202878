#pragma once
// PCI bus ids, the name by which tools agree on a device: "0000:36:00.0" (hwloc, NCCL), "00000000:C5:00.0"
// (nvidia-smi: eight digits, upper case).

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace railyard::machine {

struct PciAddress {
    std::uint32_t domain = 0;
    std::uint32_t bus = 0;
    std::uint32_t device = 0;
    std::uint32_t function = 0;
    auto operator<=>(const PciAddress&) const = default;
};

// domain:bus:device.function in hexadecimal. Nothing for another text, and for the ids that stand for a
// remote end that cannot be seen ("fffffff:ff:ff.0", "FFFFFFFF:FF:FF.0").
std::optional<PciAddress> parse_pci(std::string_view text);

// Whether a text is one of those ids of an unseen remote end.
bool is_invisible_pci(std::string_view text);

// "0000:36:00.0".
std::string text_of(const PciAddress& address);

}  // namespace railyard::machine
