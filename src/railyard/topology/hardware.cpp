#include "railyard/topology/hardware.hpp"

#include <algorithm>
#include <numeric>

namespace railyard {
namespace {

// The whole number of links of every GPU of a listed domain.
std::vector<std::uint32_t> links_by_gpu(const DomainKind& kind) {
    std::vector<std::uint32_t> links(kind.gpus(), 0);
    for (const auto& pair : kind.scale_up.pairs) {
        links[pair.a] += pair.count;
        links[pair.b] += pair.count;
    }
    return links;
}

}  // namespace

std::uint32_t DomainKind::first_nic_of(std::uint32_t gpu_in_server) const {
    if (nics.sharing == NicSharing::per_gpu) return gpu_in_server * nics.count;
    return static_cast<std::uint32_t>(std::uint64_t{gpu_in_server} * nics.count / servers.gpus);
}

BytesPerSecond DomainKind::nvlink_per_gpu() const {
    const auto rate = scale_up.link.bandwidth;
    switch (scale_up.kind) {
        case ScaleUpKind::switched: {
            const auto& links = scale_up.links_per_switch;
            return rate * std::accumulate(links.begin(), links.end(), 0U);
        }
        case ScaleUpKind::mesh: {
            const auto fewest = std::min_element(partitions.begin(), partitions.end());
            const std::uint32_t members = fewest == partitions.end() ? gpus() : *fewest;
            return rate * (scale_up.links_per_pair * (members - 1));
        }
        case ScaleUpKind::links: {
            const auto links = links_by_gpu(*this);
            return links.empty() ? rate * 0 : rate * *std::min_element(links.begin(), links.end());
        }
        case ScaleUpKind::none:
            return rate * 0;
    }
    return rate * 0;
}

BytesPerSecond DomainKind::nic_alone() const {
    if (nics.sharing == NicSharing::per_gpu) return nics.bandwidth * nics.count;
    // One NIC shared by several GPUs serves a lone sender whole; several per GPU add up.
    return nics.bandwidth * (nics.count == 0 ? 0U : std::max(1U, nics.count / servers.gpus));
}

BytesPerSecond DomainKind::nic_share() const {
    return nics.bandwidth * (static_cast<double>(nics_per_server()) / servers.gpus);
}

std::uint32_t DomainKind::cpu_of(std::uint32_t gpu_in_server) const {
    return static_cast<std::uint32_t>(std::uint64_t{gpu_in_server} * servers.cpus / servers.gpus);
}

std::uint32_t DomainKind::board_of(std::uint32_t local) const {
    return local / (gpus() / scale_up.boards);
}

std::uint32_t DomainKind::direct_links(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return 0;
    if (scale_up.kind == ScaleUpKind::mesh) return scale_up.links_per_pair;
    for (const auto& pair : scale_up.pairs) {
        if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return pair.count;
    }
    return 0;
}

}  // namespace railyard
