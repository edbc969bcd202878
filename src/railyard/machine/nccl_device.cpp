#include "railyard/machine/nccl_device.hpp"

#include <algorithm>
#include <charconv>

#include "railyard/machine/known_gpus.hpp"

namespace railyard::machine {
namespace {

// The PCI ID repository: Mellanox's 0x10.. are ConnectX-3 (0x1003) and later, 0xa2d. the adapters of
// BlueField (its 0x19.. are bridges); Amazon's 0xefa. are EFA.
bool is_known_nic(const PciModel& model) {
    constexpr std::uint32_t mellanox = 0x15b3;
    constexpr std::uint32_t amazon = 0x1d0f;
    if (model.vendor == mellanox)
        return (model.device >= 0x1003 && model.device <= 0x10ff) || model.device >> 4U == 0xa2dU;
    return model.vendor == amazon && model.device >> 4U == 0xefaU;
}

bool is_known_gpu(const PciModel& model) {
    ObservedGpu gpu;
    gpu.pci_model = {model, SourceId(0)};
    return !candidates(gpu).empty();
}

}  // namespace

std::optional<std::uint64_t> nccl_number(std::string_view text) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value;
}

bool has_child(const XmlTree& tree, const XmlElement& element, std::string_view name) {
    return std::any_of(element.children.begin(), element.children.end(),
                       [&](std::size_t child) { return tree.elements[child].name == name; });
}

std::optional<PciModel> nccl_pci_model(const XmlElement& pci) {
    const auto vendor = nccl_number(pci.attribute("vendor"));
    const auto device = nccl_number(pci.attribute("device"));
    if (!vendor || !device || *vendor == 0 || *vendor >= 0xffffU || *device > 0xffffU) return std::nullopt;
    return PciModel{static_cast<std::uint32_t>(*vendor), static_cast<std::uint32_t>(*device)};
}

NcclDevice nccl_device(const XmlTree& tree, const XmlElement& pci) {
    const std::string_view pci_class = pci.attribute("class");
    // AMD's accelerators show themselves as such (0x12), older ones as displays.
    const bool is_gpu_class = pci_class.starts_with("0x03") || pci_class.starts_with("0x12");
    if (has_child(tree, pci, "gpu") || is_gpu_class) return NcclDevice::gpu;
    if (has_child(tree, pci, "nic") || pci_class.starts_with("0x02")) return NcclDevice::nic;
    if (!pci_class.empty() || has_child(tree, pci, "pci")) return NcclDevice::other;
    const auto model = nccl_pci_model(pci);
    if (model && is_known_gpu(*model)) return NcclDevice::gpu;
    if (model && is_known_nic(*model)) return NcclDevice::nic;
    return NcclDevice::untold;
}

}  // namespace railyard::machine
