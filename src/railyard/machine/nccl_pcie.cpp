#include <algorithm>
#include <array>
#include <charconv>

#include "railyard/machine/nccl_topo.hpp"

namespace railyard::machine {
namespace {

struct Generation {
    double gigatransfers;
    double per_lane;  // GB/s one way: 8b/10b up to Gen2, 128b/130b after
};
constexpr std::array generations = {
    Generation{2.5, 0.25},
    Generation{5, 0.5},
    Generation{8, 8.0 / 8 * 128 / 130},
    Generation{16, 16.0 / 8 * 128 / 130},
    Generation{32, 32.0 / 8 * 128 / 130},
    Generation{64, 64.0 / 8 * 128 / 130},
};

}  // namespace

std::optional<BytesPerSecond> pcie_lane_rate(std::string_view link_speed) {
    double rate = 0;
    const auto [end, error] = std::from_chars(link_speed.data(), link_speed.data() + link_speed.size(), rate);
    if (error != std::errc{}) return std::nullopt;
    if (!link_speed.substr(static_cast<std::size_t>(end - link_speed.data())).starts_with(" GT/s"))
        return std::nullopt;
    for (const Generation& generation : generations) {
        if (generation.gigatransfers == rate) return gigabytes_per_second(generation.per_lane);
    }
    return std::nullopt;
}

bool nccl_knows_link_speed(std::string_view link_speed) {
    // src/graph/topo.h of NCCL.
    constexpr std::array<std::string_view, 12> known = {"2.5 GT/s",       "5 GT/s",         "8 GT/s",
                                                        "16 GT/s",        "32 GT/s",        "64 GT/s",
                                                        "2.5 GT/s PCIe",  "5.0 GT/s PCIe",  "8.0 GT/s PCIe",
                                                        "16.0 GT/s PCIe", "32.0 GT/s PCIe", "64.0 GT/s PCIe"};
    return std::find(known.begin(), known.end(), link_speed) != known.end();
}

}  // namespace railyard::machine
