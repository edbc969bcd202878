#include "railyard/machine/pci_address.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace railyard::machine {
namespace {

// The four numbers as they stand, whatever they mean.
std::optional<PciAddress> numbers_of(std::string_view text) {
    constexpr std::array<char, 4> ends = {':', ':', '.', '\0'};
    std::array<std::uint32_t, 4> numbers{};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto [next, error] = std::from_chars(at, end, numbers.at(i), 16);
        if (error != std::errc{}) return std::nullopt;
        at = next;
        if (ends.at(i) == '\0') break;
        if (at == end || *at != ends.at(i)) return std::nullopt;
        ++at;
    }
    if (at != end) return std::nullopt;
    return PciAddress{numbers[0], numbers[1], numbers[2], numbers[3]};
}

}  // namespace

bool is_invisible_pci(std::string_view text) {
    const auto numbers = numbers_of(text);
    if (numbers) return numbers->domain >= 0xfffffffU && numbers->bus >= 0xffU;
    // "fffffff:ffff:ff", as NCCL writes it too: no device and function.
    const std::size_t domain = text.find(':');
    return domain >= 7 && domain != std::string_view::npos && text.find_first_not_of("fF") == domain &&
           text.find_first_not_of("fF:") == std::string_view::npos;
}

std::optional<PciAddress> parse_pci(std::string_view text) {
    const auto numbers = numbers_of(text);
    if (!numbers || is_invisible_pci(text)) return std::nullopt;
    // A bus has 8 bits, a device 5, a function 3; files written by hand for virtual machines keep to that.
    if (numbers->bus > 0xffU || numbers->device > 0xffU || numbers->function > 0xfU) return std::nullopt;
    return numbers;
}

std::string text_of(const PciAddress& address) {
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", address.domain, address.bus, address.device,
                       address.function);
}

}  // namespace railyard::machine
