#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "railyard/machine/hwloc_check.hpp"
#include "railyard/machine/hwloc_xml.hpp"

namespace railyard::machine {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// "15.753846": std::from_chars of doubles is at hand outside the core.
double decimal(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0 && value < 1e6 ? value : 0;
}

// The bits of a set such as "0x0000000f,,0xffffffff": groups of 32, most significant first. As "0-3,8".
std::vector<std::uint32_t> bits_of(std::string_view set) {
    std::vector<std::uint32_t> groups;
    while (true) {
        const std::size_t comma = std::min(set.find(','), set.size());
        std::string_view group = set.substr(0, comma);
        if (group.starts_with("0x")) group.remove_prefix(2);
        // "0xf...f" at the front says that all higher bits are set: of no use for counting.
        groups.push_back(number<std::uint32_t>(group, 16).value_or(0));
        if (comma == set.size() || groups.size() > 4096) break;
        set.remove_prefix(comma + 1);
    }
    std::vector<std::uint32_t> bits;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::uint32_t group = groups[groups.size() - 1 - i];
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            if ((group >> bit & 1U) != 0) bits.push_back(static_cast<std::uint32_t>(i) * 32 + bit);
        }
    }
    return bits;
}

std::string ranges_of(const std::vector<std::uint32_t>& bits) {
    std::string text;
    for (std::size_t i = 0; i < bits.size();) {
        std::size_t last = i;
        while (last + 1 < bits.size() && bits[last + 1] == bits[last] + 1) ++last;
        text += (text.empty() ? "" : ",") + std::to_string(bits[i]);
        if (last > i) text += "-" + std::to_string(bits[last]);
        i = last + 1;
    }
    return text;
}

// Types of OS devices are sets of bits in version 3, numbers in version 2.
HwlocOsKind os_kind(std::uint32_t bits) {
    if ((bits & 32U) != 0) return HwlocOsKind::openfabrics;
    if ((bits & 16U) != 0) return HwlocOsKind::network;
    return (bits & (4U | 8U)) != 0 ? HwlocOsKind::gpu : HwlocOsKind::other;
}

class Reader {
  public:
    Reader(const XmlTree& tree, const input::Source& source) : tree_(tree), source_(source) {}

    HwlocMachine read() {
        for (const std::size_t child : tree_.root().children) {
            if (tree_.elements[child].name == "info") info_of(tree_.elements[child], machine_.infos);
        }
        for (std::size_t i = 0; i < tree_.elements.size(); ++i) {
            if (tree_.elements[i].name == "object") object(i);
        }
        for (const std::size_t child : tree_.root().children) {
            const XmlElement& element = tree_.elements[child];
            if (is_nvlink_matrix(element)) matrix(element);
        }
        return std::move(machine_);
    }

  private:
    [[noreturn]] void fail(const XmlElement& at, std::string message, std::string hint = "") const {
        throw InputError(source_.problem(at.mark, std::move(message), std::move(hint)));
    }

    static void info_of(const XmlElement& element, std::vector<std::pair<std::string, std::string>>& infos) {
        infos.emplace_back(element.attribute("name"), element.attribute("value"));
    }

    void object(std::size_t at) {
        const XmlElement& element = tree_.elements[at];
        const std::string_view type = element.attribute("type");
        if (type.empty()) fail(element, "this object has no type", "is it a file that hwloc wrote?");
        if (type == "Machine") {
            for (const std::size_t child : element.children) {
                if (tree_.elements[child].name == "info") info_of(tree_.elements[child], machine_.infos);
            }
        }
        if (type == "NUMANode") numa_node(at);
        if (type == "PCIDev") device(at);
        if (type == "OSDev") os_device(at);
    }

    void numa_node(std::size_t at) {
        const XmlElement& element = tree_.elements[at];
        const auto index = number<std::uint32_t>(element.attribute("os_index"));
        if (!index) fail(element, "a NUMA node without an os_index");
        HwlocNumaNode node{*index, ranges_of(bits_of(element.attribute("cpuset"))), ""};
        if (node.cpus.empty()) return;  // the memory of a GPU
        for (std::size_t above = element.parent; node.cpu_model.empty();
             above = tree_.elements[above].parent) {
            for (const std::size_t child : tree_.elements[above].children) {
                const XmlElement& info = tree_.elements[child];
                if (info.name != "info") break;  // infos come first; a root may have very many children
                if (info.attribute("name") == "CPUModel") node.cpu_model = info.attribute("value");
            }
            if (above == 0) break;
        }
        machine_.numa_nodes.push_back(std::move(node));
    }

    // Bridges above a device, and the NUMA node it is near.
    void surroundings(std::size_t at, HwlocPciDevice& device) const {
        std::size_t above = tree_.elements[at].parent;
        for (; above != 0 && tree_.elements[above].attribute("type") == "Bridge";
             above = tree_.elements[above].parent) {
            const auto id = static_cast<std::uint32_t>(above);
            if (tree_.elements[above].attribute("bridge_type").starts_with("0")) {
                device.host_bridge = id;
            } else {
                device.bridges.insert(device.bridges.begin(), id);
            }
        }
        const auto nodes = bits_of(tree_.elements[above].attribute("nodeset"));
        if (nodes.size() == 1) device.numa = nodes.front();
    }

    void device(std::size_t at) {
        const XmlElement& element = tree_.elements[at];
        HwlocPciDevice device;
        const auto address = parse_pci(element.attribute("pci_busid"));
        if (!address) fail(element, "this PCI device has no bus id", "pci_busid=\"0000:36:00.0\"");
        device.address = *address;
        // "0302 [10de:1db8] [10de:131d] a1"
        const std::string_view type = element.attribute("pci_type");
        const auto pci_class =
            type.size() >= 16 ? number<std::uint32_t>(type.substr(0, 4), 16) : std::nullopt;
        const auto vendor = pci_class ? number<std::uint32_t>(type.substr(6, 4), 16) : std::nullopt;
        const auto model = vendor ? number<std::uint32_t>(type.substr(11, 4), 16) : std::nullopt;
        if (!model)
            fail(element, "the type of this PCI device cannot be read",
                 "pci_type=\"0302 [10de:1db8] [10de:131d] a1\"");
        device.pci_class = *pci_class;
        device.model = {*vendor, *model};
        device.link_speed = gigabytes_per_second(decimal(element.attribute("pci_link_speed")));
        surroundings(at, device);
        device_of_.emplace(at, machine_.devices.size());
        // In the matrix stand GPUs and, with whatever class a driver gave them, NVSwitches.
        remember(element,
                 {device.pci_class >> 8U == 0x03 ? HwlocNvlink::End::gpu : HwlocNvlink::End::nvswitch,
                  device.address});
        machine_.devices.push_back(std::move(device));
    }

    void os_device(std::size_t at) {
        const XmlElement& element = tree_.elements[at];
        const auto on = device_of_.find(element.parent);
        if (on == device_of_.end()) return;  // of no PCI device
        HwlocPciDevice& device = machine_.devices[on->second];
        HwlocOsDevice os{std::string(element.attribute("name")),
                         os_kind(number<std::uint32_t>(element.attribute("osdev_type")).value_or(0)),
                         {}};
        for (const std::size_t child : element.children) {
            if (tree_.elements[child].name == "info") info_of(tree_.elements[child], os.infos);
        }
        remember(element, {HwlocNvlink::End::gpu, device.address});
        device.os_devices.push_back(std::move(os));
    }

    void remember(const XmlElement& element, HwlocNvlink::Object object) {
        objects_[std::string(element.attribute("gp_index"))] = object;
    }

    void matrix(const XmlElement& element) {
        HwlocNvlink nvlink;
        if (const std::string flaw = flaw_of_matrix(tree_, element); !flaw.empty())
            fail(element, flaw, "it has a bandwidth in MB/s for every two objects");
        // "OSDev:802" where ends are of several types, else "802" below a type that is said once.
        const std::string_view common = element.attribute("type");
        for (const std::string_view index : words_of_chunks(tree_, element, "indexes")) {
            const std::size_t colon = index.find(':');
            const std::string_view type = colon == std::string_view::npos ? common : index.substr(0, colon);
            const auto known =
                objects_.find(std::string(colon == std::string_view::npos ? index : index.substr(colon + 1)));
            const bool device = type == "OSDev" || type == "PCIDev";
            nvlink.objects.push_back(device && known != objects_.end() ? known->second
                                                                       : HwlocNvlink::Object{});
        }
        for (const std::string_view value : words_of_chunks(tree_, element, "u64values"))
            nvlink.direct.push_back(number<std::uint32_t>(value).value_or(0));
        nvlink.between = close_over_switches(nvlink);
        machine_.nvlink = std::move(nvlink);
    }

    const XmlTree& tree_;
    const input::Source& source_;
    HwlocMachine machine_;
    std::map<std::size_t, std::size_t> device_of_;  // element -> device
    std::map<std::string, HwlocNvlink::Object> objects_;
};

}  // namespace

HwlocMachine hwloc_machine_of(const XmlTree& tree, const input::Source& source) {
    return Reader(tree, source).read();
}

}  // namespace railyard::machine
