#include "railyard/machine/hwloc_library.hpp"

#include <hwloc.h>
#include <hwloc/distances.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

namespace railyard::machine {
namespace {

struct Destroy {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using TopologyPtr = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, Destroy>;

std::vector<std::pair<std::string, std::string>> infos_of(hwloc_obj_t object) {
    std::vector<std::pair<std::string, std::string>> infos;
    for (unsigned i = 0; i < object->infos_count; ++i) {
        const auto& info = object->infos[i];
        if (info.name != nullptr && info.value != nullptr) infos.emplace_back(info.name, info.value);
    }
    return infos;
}

// By number: a file of a newer hwloc has kinds that the enumeration of this one lacks.
HwlocOsKind kind_of(const hwloc_obj_osdev_type_t& type) {
    unsigned number = 0;
    static_assert(sizeof(number) == sizeof(type));
    std::memcpy(&number, &type, sizeof(number));
    switch (number) {
        case HWLOC_OBJ_OSDEV_NETWORK:
            return HwlocOsKind::network;
        case HWLOC_OBJ_OSDEV_OPENFABRICS:
            return HwlocOsKind::openfabrics;
        case HWLOC_OBJ_OSDEV_GPU:
        case HWLOC_OBJ_OSDEV_COPROC:
            return HwlocOsKind::gpu;
        default:
            return HwlocOsKind::other;
    }
}

std::string list_of(hwloc_const_bitmap_t set) {
    char* text = nullptr;
    if (set == nullptr || hwloc_bitmap_list_asprintf(&text, set) < 0) return "";
    const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
    return text;
}

PciAddress address_of(hwloc_obj_t device) {
    const auto& pci = device->attr->pcidev;
    return {pci.domain, pci.bus, pci.dev, pci.func};
}

class Converter {
  public:
    explicit Converter(hwloc_topology_t topology) : topology_(topology) {}

    HwlocMachine convert() {
        machine_.infos = infos_of(hwloc_get_root_obj(topology_));
        numa_nodes();
        for (hwloc_obj_t it = nullptr; (it = hwloc_get_next_pcidev(topology_, it)) != nullptr;) device(it);
        nvlink();
        return std::move(machine_);
    }

  private:
    void numa_nodes() {
        for (hwloc_obj_t it = nullptr;
             (it = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_NUMANODE, it)) != nullptr;) {
            HwlocNumaNode node;
            node.os_index = it->os_index;
            node.cpus = list_of(it->cpuset);
            // GPU memory shows as NUMA nodes without CPUs.
            if (it->cpuset == nullptr || hwloc_bitmap_iszero(it->cpuset) != 0) continue;
            for (hwloc_obj_t above = it->parent; above != nullptr; above = above->parent) {
                const char* model = hwloc_obj_get_info_by_name(above, "CPUModel");
                if (model != nullptr) {
                    node.cpu_model = model;
                    break;
                }
            }
            machine_.numa_nodes.push_back(std::move(node));
        }
    }

    std::optional<std::uint32_t> numa_of(hwloc_obj_t device) {
        hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology_, device);
        if (near == nullptr || near->nodeset == nullptr || hwloc_bitmap_weight(near->nodeset) != 1)
            return std::nullopt;
        return static_cast<std::uint32_t>(hwloc_bitmap_first(near->nodeset));
    }

    void device(hwloc_obj_t it) {
        const auto& pci = it->attr->pcidev;
        HwlocPciDevice device;
        device.address = address_of(it);
        device.pci_class = pci.class_id;
        device.model = {pci.vendor_id, pci.device_id};
        device.link_speed = gigabytes_per_second(static_cast<double>(pci.linkspeed));
        device.numa = numa_of(it);
        for (hwloc_obj_t above = it->parent; above != nullptr && above->type == HWLOC_OBJ_BRIDGE;
             above = above->parent) {
            const auto id = static_cast<std::uint32_t>(
                bridge_numbers_.try_emplace(above, bridge_numbers_.size()).first->second);
            if (above->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_HOST) {
                device.host_bridge = id;
            } else {
                device.bridges.insert(device.bridges.begin(), id);
            }
        }
        for (hwloc_obj_t os = it->io_first_child; os != nullptr; os = os->next_sibling) {
            if (os->type != HWLOC_OBJ_OS_DEVICE) continue;
            device.os_devices.push_back(
                {os->name != nullptr ? os->name : "", kind_of(os->attr->osdev.type), infos_of(os)});
        }
        machine_.devices.push_back(std::move(device));
    }

    static HwlocNvlink::Object object_of(hwloc_obj_t it) {
        hwloc_obj_t pci = it;
        while (pci != nullptr && pci->type != HWLOC_OBJ_PCI_DEVICE) {
            if (pci->type != HWLOC_OBJ_OS_DEVICE) return {};
            pci = pci->parent;
        }
        if (pci == nullptr) return {};
        const bool gpu = it->type == HWLOC_OBJ_OS_DEVICE || pci->attr->pcidev.class_id >> 8U == 0x03;
        return {gpu ? HwlocNvlink::End::gpu : HwlocNvlink::End::nvswitch, address_of(pci)};
    }

    void nvlink() {
        unsigned count = 1;
        struct hwloc_distances_s* distances = nullptr;
        const auto get = [&] {
            return hwloc_distances_get_by_name(topology_, "NVLinkBandwidth", &count, &distances, 0) == 0 &&
                   count > 0;
        };
        if (!get()) return;
        HwlocNvlink nvlink;
        for (unsigned i = 0; i < distances->nbobjs; ++i)
            nvlink.objects.push_back(object_of(distances->objs[i]));
        const std::size_t n = nvlink.objects.size();
        nvlink.direct.assign(distances->values, distances->values + n * n);
        nvlink.between = nvlink.direct;
        // hwloc's own transforms: ports of a switch become one, then GPUs are joined across it. Not for a
        // machine without switches: the closure counts ways through ports alone, and forgets direct links.
        const bool has_switches = std::any_of(
            nvlink.objects.begin(), nvlink.objects.end(),
            [](const HwlocNvlink::Object& object) { return object.end == HwlocNvlink::End::nvswitch; });
        if (has_switches) {
            (void)hwloc_distances_transform(topology_, distances,
                                            HWLOC_DISTANCES_TRANSFORM_MERGE_SWITCH_PORTS, nullptr, 0);
            if (hwloc_distances_transform(topology_, distances, HWLOC_DISTANCES_TRANSFORM_TRANSITIVE_CLOSURE,
                                          nullptr, 0) == 0)
                take_closed(*distances, nvlink);
        }
        hwloc_distances_release(topology_, distances);
        machine_.nvlink = std::move(nvlink);
    }

    // The transformed matrix has fewer objects: merged ports are gone.
    static void take_closed(const struct hwloc_distances_s& closed, HwlocNvlink& nvlink) {
        const std::size_t n = nvlink.objects.size();
        std::map<PciAddress, std::size_t> number;
        for (std::size_t i = 0; i < n; ++i) {
            if (nvlink.objects[i].end == HwlocNvlink::End::gpu) number.emplace(nvlink.objects[i].pci, i);
        }
        for (unsigned a = 0; a < closed.nbobjs; ++a) {
            for (unsigned b = 0; b < closed.nbobjs; ++b) {
                const auto object_a = object_of(closed.objs[a]);
                const auto object_b = object_of(closed.objs[b]);
                if (a == b || object_a.end != HwlocNvlink::End::gpu || object_b.end != HwlocNvlink::End::gpu)
                    continue;
                nvlink.between[number.at(object_a.pci) * n + number.at(object_b.pci)] =
                    closed.values[std::size_t{a} * closed.nbobjs + b];
            }
        }
    }

    hwloc_topology_t topology_;
    HwlocMachine machine_;
    std::map<hwloc_obj_t, std::size_t> bridge_numbers_;
};

std::variant<HwlocMachine, std::string> load(TopologyPtr topology) {
    hwloc_topology_set_io_types_filter(topology.get(), HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(topology.get()) != 0) return std::string("libhwloc cannot make a machine of it");
    return Converter(topology.get()).convert();
}

TopologyPtr new_topology() {
    hwloc_topology_t topology = nullptr;
    if (hwloc_topology_init(&topology) != 0) throw std::bad_alloc();
    return TopologyPtr(topology);
}

}  // namespace

std::variant<HwlocMachine, std::string> load_hwloc_xml(const std::string& text) {
    TopologyPtr topology = new_topology();
    // libhwloc counts the final zero.
    if (hwloc_topology_set_xmlbuffer(topology.get(), text.c_str(), static_cast<int>(text.size() + 1)) != 0)
        return std::string("libhwloc cannot read it");
    return load(std::move(topology));
}

std::variant<HwlocMachine, std::string> load_hwloc_live() {
    return load(new_topology());
}

}  // namespace railyard::machine
