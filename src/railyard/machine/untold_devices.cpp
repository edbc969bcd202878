#include "railyard/machine/untold_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace railyard::machine {

void join_untold(ObservedHost& into, const std::vector<UntoldDevice>& more) {
    std::set<PciAddress> known;
    for (const ObservedGpu& gpu : into.gpus) {
        if (gpu.pci.known()) known.insert(*gpu.pci.value);
    }
    for (const ObservedNic& nic : into.nics) {
        if (nic.pci.known()) known.insert(*nic.pci.value);
    }
    for (const ObservedSwitch& each : into.switches) known.insert(each.pci);
    std::vector<UntoldDevice> all = std::move(into.untold);
    all.insert(all.end(), more.begin(), more.end());
    into.untold.clear();
    for (const UntoldDevice& device : all) {
        if (!device.pci || known.insert(*device.pci).second) into.untold.push_back(device);
    }
}

std::string untold_text(std::size_t devices) {
    if (devices == 0) return "";
    return devices == 1 ? "1 device of which it is not told what it is"
                        : fmt::format("{} devices of which it is not told what they are", devices);
}

}  // namespace railyard::machine
