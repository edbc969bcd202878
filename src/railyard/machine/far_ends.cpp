#include "railyard/machine/far_ends.hpp"

#include <algorithm>

namespace railyard::machine {
namespace {

bool is_switch_of(const ObservedHost& host, const PciAddress& device) {
    return std::any_of(host.switches.begin(), host.switches.end(),
                       [&](const ObservedSwitch& it) { return it.pci == device; });
}

bool is_untold(const ObservedGpu& gpu) {
    return gpu.far_ends.known() && !gpu.to_switches.known();
}

// GPUs whose far ends are not told apart, where there are three at least and all have the same.
bool all_alike(const ObservedHost& host) {
    const std::vector<LinksTo>* first = nullptr;
    std::size_t count = 0;
    for (const ObservedGpu& gpu : host.gpus) {
        if (!is_untold(gpu)) continue;
        const std::vector<LinksTo>& ends = *gpu.far_ends.value;
        ++count;
        if (first == nullptr) first = &ends;
        const bool same = std::equal(ends.begin(), ends.end(), first->begin(), first->end(),
                                     [](const LinksTo& a, const LinksTo& b) { return a.device == b.device; });
        if (!same) return false;
    }
    return count >= 3 && !first->empty();
}

// Links to GPUs of the server alone: what each pair has, and that others have none.
void take_for_pairs(ObservedHost& host, std::size_t gpu) {
    const SourceId from = host.gpus[gpu].far_ends.from;
    const std::vector<LinksTo>& ends = *host.gpus[gpu].far_ends.value;
    for (const LinksTo& end : ends) {
        const auto peer = host.gpu_at(end.device);
        if (!peer || *peer == gpu) return;
    }
    for (std::size_t other = 0; other < host.gpus.size(); ++other) {
        if (other == gpu || !host.gpus[other].pci.known()) continue;
        const auto end = std::find_if(ends.begin(), ends.end(), [&](const LinksTo& it) {
            return it.device == *host.gpus[other].pci.value;
        });
        ObservedPair& pair = host.pair(gpu, other);
        if (!pair.lanes.known()) pair.lanes = {end == ends.end() ? 0 : end->lanes, from};
        if (end != ends.end() && pair.path.value != Path::nvlink) pair.path = {Path::nvlink, from};
    }
}

// Pairs of GPUs that go into switches, where nothing told of them.
void join_through_switches(ObservedHost& host) {
    for (std::size_t a = 0; a < host.gpus.size(); ++a) {
        for (std::size_t b = 0; b < host.gpus.size(); ++b) {
            const ObservedGpu& one = host.gpus[a];
            const ObservedGpu& other = host.gpus[b];
            if (a == b || host.pair(a, b).lanes.known() || !one.far_ends.known() || !other.far_ends.known() ||
                !one.to_switches.known() || !other.to_switches.known())
                continue;
            const std::uint32_t lanes = std::min(one.lanes.value_or(0), other.lanes.value_or(0));
            host.pair(a, b).lanes = {lanes, one.to_switches.from};
            if (lanes > 0) host.pair(a, b).path = {Path::nvlink, one.to_switches.from};
        }
    }
}

}  // namespace

void take_for_switches(ObservedHost& host, std::size_t gpu) {
    ObservedGpu& it = host.gpus[gpu];
    it.to_switches = it.far_ends;
    for (const LinksTo& end : *it.far_ends.value) {
        if (!is_switch_of(host, end.device)) host.switches.push_back({end.device, it.far_ends.from});
    }
}

void tell_far_ends_apart(ObservedHost& host) {
    const bool alike = all_alike(host);
    for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
        if (!is_untold(host.gpus[gpu]) || host.gpus[gpu].far_ends.value->empty()) continue;
        const std::vector<LinksTo>& ends = *host.gpus[gpu].far_ends.value;
        const bool switches = std::all_of(ends.begin(), ends.end(),
                                          [&](const LinksTo& end) { return is_switch_of(host, end.device); });
        if (alike || switches) {
            take_for_switches(host, gpu);
        } else {
            take_for_pairs(host, gpu);
        }
    }
    join_through_switches(host);
}

}  // namespace railyard::machine
