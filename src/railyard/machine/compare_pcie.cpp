#include <fmt/format.h>

#include <algorithm>

#include "railyard/machine/comparison.hpp"

namespace railyard::machine {
namespace {

// The widest link of any GPU of the server: what the others should have, since a topology gives a rate and no
// width.
std::uint32_t widest(const Comparison& comparison) {
    std::uint32_t most = 0;
    for (const std::uint32_t seat : comparison.observed_seats())
        most = std::max(most, comparison.host().gpus[*comparison.gpu_at(seat)].pcie.width.value_or(0));
    return most;
}

}  // namespace

void compare_pcie(Comparison& comparison) {
    const BytesPerSecond expected = comparison.kind().servers.pcie.bandwidth;
    const std::uint32_t full_width = widest(comparison);
    std::vector<Comparison::Deviation> narrow;
    std::vector<Comparison::Deviation> slow;
    for (const std::uint32_t seat : comparison.observed_seats()) {
        const PcieLink& link = comparison.host().gpus[*comparison.gpu_at(seat)].pcie;
        if (link.width.known() && *link.width.value < full_width) {
            narrow.push_back({seat, Severity::mismatch,
                              fmt::format("PCIe x{}, as the other GPUs of the server", full_width),
                              fmt::format("x{}", *link.width.value), Touches::outside_domain,
                              "reaches NIC and host memory over a narrower link",
                              "reach NIC and host memory over a narrower link", link.width.from});
            continue;
        }
        // Nominal against nominal. A GPU that idles lowers its speed, so a lower one alone proves nothing.
        if (!link.bandwidth.known() || *link.bandwidth.value > expected * 0.9) continue;
        slow.push_back(
            {seat, Severity::warning,
             fmt::format("PCIe of {:.3g} GB/s, one way, nominal", expected.raw() / 1e9),
             fmt::format("{:.3g} GB/s; a GPU that idles lowers its link", link.bandwidth.value->raw() / 1e9),
             Touches::outside_domain, "may reach NIC and host memory more slowly",
             "may reach NIC and host memory more slowly", link.bandwidth.from});
    }
    comparison.add_all(narrow);
    comparison.add_all(slow);
}

}  // namespace railyard::machine
