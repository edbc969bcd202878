#include "railyard/machine/observed.hpp"

#include <algorithm>
#include <numeric>

namespace railyard::machine {

void ObservedHost::resize_tables(std::size_t old_gpus, std::size_t old_nics) {
    std::vector<ObservedPair> new_pairs(gpus.size() * gpus.size());
    std::vector<Fact<Path>> new_paths(gpus.size() * nics.size());
    for (std::size_t a = 0; a < old_gpus; ++a) {
        for (std::size_t b = 0; b < old_gpus && !pairs.empty(); ++b) {
            new_pairs[a * gpus.size() + b] = pairs[a * old_gpus + b];
        }
        for (std::size_t nic = 0; nic < old_nics && !gpu_to_nic.empty(); ++nic) {
            new_paths[a * nics.size() + nic] = gpu_to_nic[a * old_nics + nic];
        }
    }
    pairs = std::move(new_pairs);
    gpu_to_nic = std::move(new_paths);
}

std::optional<std::size_t> ObservedHost::gpu_at(const PciAddress& pci) const {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        if (gpus[i].pci.value == pci) return i;
    }
    return std::nullopt;
}

std::string gpu_label(const ObservedHost& host, std::size_t gpu) {
    const ObservedGpu& it = host.gpus[gpu];
    if (it.index.known()) return "GPU " + std::to_string(*it.index.value);
    if (it.pci.known()) return "GPU " + text_of(*it.pci.value);
    return "GPU number " + std::to_string(gpu);
}

std::string nic_label(const ObservedHost& host, std::size_t nic) {
    const ObservedNic& it = host.nics[nic];
    if (it.name.known()) return *it.name.value;
    if (it.pci.known()) return "NIC " + text_of(*it.pci.value);
    return "NIC number " + std::to_string(nic);
}

std::string host_label(const Observed& observed, std::size_t host) {
    const ObservedHost& it = observed.hosts[host];
    if (it.name.known()) return *it.name.value;
    if (it.hash.known()) return "host " + *it.hash.value;
    return "host " + std::to_string(host);
}

bool is_same_host(std::string_view a, std::string_view b) {
    const bool both_have_dots =
        a.find('.') != std::string_view::npos && b.find('.') != std::string_view::npos;
    return a == b || (!both_have_dots && a.substr(0, a.find('.')) == b.substr(0, b.find('.')));
}

std::vector<std::size_t> gpu_order(const ObservedHost& host) {
    std::vector<std::size_t> order(host.gpus.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto all = [&](auto known) { return std::all_of(host.gpus.begin(), host.gpus.end(), known); };
    if (all([](const ObservedGpu& gpu) { return gpu.index.known(); })) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return *host.gpus[a].index.value < *host.gpus[b].index.value;
        });
    } else if (all([](const ObservedGpu& gpu) { return gpu.pci.known(); })) {
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return *host.gpus[a].pci.value < *host.gpus[b].pci.value;
        });
    }
    return order;
}

}  // namespace railyard::machine
