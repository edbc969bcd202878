#include "railyard/machine/hwloc_machine.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "railyard/machine/known_gpus.hpp"

namespace railyard::machine {
namespace {

constexpr std::uint32_t nvidia = 0x10de;
constexpr std::uint32_t amd = 0x1002;
constexpr std::uint32_t class_network = 0x02;
constexpr std::uint32_t class_wifi = 0x0280;
constexpr std::uint32_t class_display = 0x03;
constexpr std::uint32_t class_accelerator = 0x1200;
constexpr std::uint32_t class_vga = 0x0300;
constexpr std::uint32_t class_other_bridge = 0x0680;  // NVSwitch

// A display controller of AMD's is a desktop's unless a compute driver shows it.
bool is_gpu(const HwlocPciDevice& device) {
    const bool display = device.pci_class >> 8U == class_display;
    if (device.model.vendor == nvidia) return display;
    return device.model.vendor == amd &&
           (device.pci_class == class_accelerator || (display && device.pci_class != class_vga));
}

bool is_nic(const HwlocPciDevice& device) {
    if (device.pci_class >> 8U == class_network && device.pci_class != class_wifi) return true;
    return std::any_of(device.os_devices.begin(), device.os_devices.end(),
                       [](const HwlocOsDevice& os) { return os.kind == HwlocOsKind::openfabrics; });
}

std::string_view info(const std::vector<std::pair<std::string, std::string>>& infos, std::string_view key) {
    for (const auto& [name, value] : infos) {
        if (name == key) return value;
    }
    return {};
}

// The N of "nvmlN".
std::optional<std::uint32_t> number_behind(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return std::nullopt;
    std::uint32_t number = 0;
    const std::string_view digits = name.substr(prefix.size());
    if (digits.empty() || digits.size() > 6) return std::nullopt;
    for (const char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return number;
}

// How far apart two devices are, in the codes of nvidia-smi. Bridges of a switch are its upstream port and a
// downstream port for each device, so two devices of one switch share all bridges above them but the last.
std::optional<Path> path_between(const HwlocPciDevice& a, const HwlocPciDevice& b) {
    if (a.host_bridge == b.host_bridge) {
        std::size_t shared = 0;
        while (shared < a.bridges.size() && shared < b.bridges.size() &&
               a.bridges[shared] == b.bridges[shared]) {
            ++shared;
        }
        if (shared == 0) return Path::phb;
        const std::size_t own = std::max(a.bridges.size(), b.bridges.size()) - shared;
        return own <= 1 ? Path::pix : Path::pxb;
    }
    if (!a.numa || !b.numa) return std::nullopt;
    return a.numa == b.numa ? Path::node : Path::sys;
}

class Builder {
  public:
    Builder(const HwlocMachine& machine, SourceId from) : machine_(machine), from_(from) {}

    Observed build() {
        observed_.hosts.resize(1);
        host_ = &observed_.hosts.front();
        header();
        for (const HwlocPciDevice& device : machine_.devices) sort_device(device);
        host_->resize_tables(0, 0);
        paths();
        if (machine_.nvlink) nvlink();
        return std::move(observed_);
    }

  private:
    template <class T>
    [[nodiscard]] Fact<T> told(T value) const {
        return {std::move(value), from_};
    }
    void header() {
        const auto set = [&](Fact<std::string>& fact, std::string_view key) {
            if (const auto value = info(machine_.infos, key); !value.empty()) fact = told(std::string(value));
        };
        set(host_->name, "HostName");
        set(host_->product, "DMIProductName");
        if (!host_->product.known()) set(host_->product, "PlatformModel");
        const auto arch = info(machine_.infos, "Architecture");
        for (const HwlocNumaNode& node : machine_.numa_nodes) {
            ObservedCpu cpu;
            cpu.numa = told(node.os_index);
            if (!node.cpus.empty()) cpu.cpus = told(node.cpus);
            if (!node.cpu_model.empty()) cpu.model = told(node.cpu_model);
            if (!arch.empty()) cpu.arch = told(std::string(arch));
            host_->cpus.push_back(std::move(cpu));
        }
    }

    void sort_device(const HwlocPciDevice& device) {
        if (is_gpu(device)) return add_gpu(device);
        if (is_nic(device)) return add_nic(device);
        if (device.model.vendor == nvidia && device.pci_class == class_other_bridge)
            add_switch(device.address);
    }

    void add_switch(const PciAddress& address) {
        const auto same = [&](const ObservedSwitch& known) { return known.pci == address; };
        if (std::none_of(host_->switches.begin(), host_->switches.end(), same))
            host_->switches.push_back({address, from_});
    }

    [[nodiscard]] PcieLink pcie_of(const HwlocPciDevice& device) const {
        PcieLink link;
        if (device.link_speed.raw() > 0) link.bandwidth = told(device.link_speed);
        return link;
    }

    void add_gpu(const HwlocPciDevice& device) {
        ObservedGpu gpu;
        gpu.pci = told(device.address);
        gpu.pci_model = told(device.model);
        gpu.maker = told(device.model.vendor == amd ? GpuMaker::amd : GpuMaker::nvidia);
        gpu.pcie = pcie_of(device);
        if (device.numa) gpu.numa = told(*device.numa);
        for (const HwlocOsDevice& os : device.os_devices) {
            if (const auto model = info(os.infos, "GPUModel"); !model.empty())
                gpu.model = told(std::string(model));
            if (const auto uuid = info(os.infos, "NVIDIAUUID"); !uuid.empty())
                gpu.uuid = told(std::string(uuid));
            // CUDA counts in an order of its own; only NVML's number is the N of nvidia-smi.
            const auto number = number_behind(os.name, device.model.vendor == amd ? "rsmi" : "nvml");
            if (number) gpu.index = told(*number);
        }
        gpu_devices_.push_back(&device);
        host_->gpus.push_back(std::move(gpu));
    }

    void add_nic(const HwlocPciDevice& device) {
        ObservedNic nic;
        nic.pci = told(device.address);
        nic.pcie = pcie_of(device);
        if (device.numa) nic.numa = told(*device.numa);
        for (const HwlocOsDevice& os : device.os_devices) {
            const bool fabric = os.kind == HwlocOsKind::openfabrics;
            // "mlx5_0" is what NCCL and nvidia-smi call it; "ib0" or "eth2" only where it has no such name.
            if (fabric || (os.kind == HwlocOsKind::network && !nic.name.known())) nic.name = told(os.name);
            if (const auto guid = info(os.infos, "NodeGUID"); !guid.empty())
                nic.guid = told(std::string(guid));
        }
        nic_devices_.push_back(&device);
        host_->nics.push_back(std::move(nic));
    }

    void paths() {
        for (std::size_t a = 0; a < gpu_devices_.size(); ++a) {
            for (std::size_t b = 0; b < gpu_devices_.size(); ++b) {
                if (a == b) continue;
                if (const auto path = path_between(*gpu_devices_[a], *gpu_devices_[b]))
                    host_->pair(a, b).path = told(*path);
            }
            for (std::size_t nic = 0; nic < nic_devices_.size(); ++nic) {
                if (const auto path = path_between(*gpu_devices_[a], *nic_devices_[nic]))
                    host_->path_to_nic(a, nic) = told(*path);
            }
        }
    }

    // What all links of a GPU may be at most; 0 when it is not told apart.
    static double nominal_of(const ObservedGpu& gpu) {
        const auto known = candidates(gpu);
        return known.empty() || !known.front().nvlink
                   ? 0
                   : known.front().nvlink->per_lane.raw() * known.front().nvlink->lanes;
    }

    // 2 where a file counts 50 GB/s for links of 25, else 1.
    [[nodiscard]] std::uint64_t doubled(const std::vector<std::uint64_t>& totals) const {
        const auto version = info(machine_.infos, "hwlocVersion");
        for (std::size_t i = 0; i < totals.size(); ++i) {
            const auto known = candidates(host_->gpus[i]);
            if (known.empty() || !known.front().nvlink) continue;
            // hwloc 2.9.0 and earlier versions double NVLink 3 and 4: links of 25 GB/s since the A100. It
            // also doubled V100s never, so a total above the GPU's own is the other sign.
            const bool over = static_cast<double>(totals[i]) * 1e6 > nominal_of(host_->gpus[i]) * 1.01;
            const bool third = known.front().nvlink->lanes >= 12 &&
                               known.front().nvlink->per_lane == gigabytes_per_second(25);
            const bool old =
                version.starts_with("2.9.0") || version.starts_with("2.8") || version.starts_with("2.7");
            if (third && (over || (old && totals[i] > 0))) return 2;
        }
        return 1;
    }

    // Links of the object in row `row` into each switch, by a count of those in a cell.
    template <class LanesTo>
    static std::vector<LinksTo> into_switches(const HwlocNvlink& matrix, std::size_t row, LanesTo lanes_to) {
        std::map<PciAddress, std::uint32_t> lanes;
        for (std::size_t j = 0; j < matrix.objects.size(); ++j) {
            if (matrix.objects[j].end != HwlocNvlink::End::nvswitch || j == row) continue;
            if (const std::uint32_t links = lanes_to(j); links > 0) lanes[matrix.objects[j].pci] += links;
        }
        std::vector<LinksTo> result;
        for (const auto& [nvswitch, links] : lanes) result.push_back({nvswitch, links});
        return result;
    }

    // A matrix may be written with GPUs joined across switches already: each peer then has what the GPU has
    // in all, and the sum over peers is no bandwidth of it.
    void count_once(std::size_t gpu, const std::vector<std::optional<std::size_t>>& gpu_of,
                    std::uint64_t& total) const {
        const HwlocNvlink& matrix = *machine_.nvlink;
        const std::size_t n = matrix.objects.size();
        std::uint64_t peers = 0;
        std::uint64_t most = 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (gpu_of[i] != gpu) continue;
            for (std::size_t j = 0; j < n; ++j) {
                if (i == j || matrix.direct[i * n + j] == 0) continue;
                ++peers;
                most = std::max(most, matrix.direct[i * n + j]);
            }
        }
        const double nominal = nominal_of(host_->gpus[gpu]);
        // Twice the nominal is what hwloc 2.9.0 makes of a mesh.
        if (peers > 2 && total == peers * most && nominal > 0 &&
            static_cast<double>(total) * 1e6 > nominal * 2.01)
            total = most;
    }

    // On POWER8 and POWER9 GPUs have NVLinks to CPUs too: no topology of ours has such, so that they are
    // told.
    void cpu_links(const std::vector<std::optional<std::size_t>>& gpu_of) {
        const HwlocNvlink& matrix = *machine_.nvlink;
        const std::size_t n = matrix.objects.size();
        std::set<std::size_t> with;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; gpu_of[i] && j < n; ++j) {
                if (matrix.objects[j].end == HwlocNvlink::End::other && matrix.direct[i * n + j] > 0)
                    with.insert(*gpu_of[i]);
            }
        }
        if (with.empty()) return;
        std::string without;
        for (std::size_t gpu = 0; gpu < host_->gpus.size(); ++gpu) {
            if (with.count(gpu) > 0) continue;
            const auto& index = host_->gpus[gpu].index;
            without +=
                (without.empty() ? "; none of GPU " : ", ") +
                (index.known() ? std::to_string(*index.value) : "at " + text_of(*host_->gpus[gpu].pci.value));
        }
        observed_.remarks.push_back(
            {from_, "NVLinkBandwidth",
             "NVLinks between GPUs and CPUs are not compared: this file has some of " +
                 std::to_string(with.size()) + " of " + std::to_string(host_->gpus.size()) + " GPUs" +
                 without});
    }

    void nvlink() {
        const HwlocNvlink& matrix = *machine_.nvlink;
        const std::size_t n = matrix.objects.size();
        std::vector<std::optional<std::size_t>> gpu_of(n);
        std::vector<std::uint64_t> totals(host_->gpus.size(), 0);
        for (std::size_t i = 0; i < n; ++i) {
            if (matrix.objects[i].end == HwlocNvlink::End::nvswitch) add_switch(matrix.objects[i].pci);
            if (matrix.objects[i].end != HwlocNvlink::End::gpu) continue;
            gpu_of[i] = host_->gpu_at(matrix.objects[i].pci);
            if (!gpu_of[i]) continue;
            for (std::size_t j = 0; j < n; ++j) totals[*gpu_of[i]] += i == j ? 0 : matrix.direct[i * n + j];
        }
        cpu_links(gpu_of);
        for (std::size_t gpu = 0; gpu < totals.size(); ++gpu) count_once(gpu, gpu_of, totals[gpu]);
        const std::uint64_t divisor = doubled(totals);
        if (divisor > 1) {
            observed_.remarks.push_back({from_, "NVLinkBandwidth",
                                         "this file counts 50 GB/s for each NVLink 3 or 4, an error of hwloc "
                                         "2.9.0 and older; 25 GB/s is right, and what "
                                         "follows counts so"});
        }
        const auto rate = [&](std::uint64_t megabytes) {
            return bytes_per_second(static_cast<double>(megabytes) / static_cast<double>(divisor) * 1e6);
        };
        for (std::size_t i = 0; i < n; ++i) {
            if (!gpu_of[i]) continue;
            ObservedGpu& gpu = host_->gpus[*gpu_of[i]];
            gpu.nvlink_peak = told(rate(totals[*gpu_of[i]]));
            const auto known = candidates(gpu);
            if (!known.empty() && known.front().nvlink) {
                gpu.lanes = told(lanes_in(*gpu.nvlink_peak.value, known.front().nvlink->per_lane));
                const auto lanes = [&](std::size_t j) {
                    return lanes_in(rate(matrix.direct[i * n + j]), known.front().nvlink->per_lane);
                };
                if (auto links = into_switches(matrix, i, lanes); !links.empty())
                    gpu.to_switches = told(std::move(links));
            }
            for (std::size_t j = 0; j < n; ++j) {
                if (i == j || !gpu_of[j]) continue;
                ObservedPair& pair = host_->pair(*gpu_of[i], *gpu_of[j]);
                pair.nvlink_peak = told(rate(matrix.between[i * n + j]));
                if (matrix.between[i * n + j] > 0) pair.path = told(Path::nvlink);
                if (!known.empty() && known.front().nvlink) {
                    pair.lanes = told(lanes_in(*pair.nvlink_peak.value, known.front().nvlink->per_lane));
                }
            }
        }
    }

    const HwlocMachine& machine_;
    SourceId from_;
    Observed observed_;
    ObservedHost* host_ = nullptr;
    std::vector<const HwlocPciDevice*> gpu_devices_, nic_devices_;
};

}  // namespace

std::vector<std::uint64_t> close_over_switches(const HwlocNvlink& nvlink) {
    const std::size_t n = nvlink.objects.size();
    std::vector<std::uint64_t> up(n, 0);    // from a GPU to all switches
    std::vector<std::uint64_t> down(n, 0);  // and back
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            if (nvlink.objects[k].end != HwlocNvlink::End::nvswitch || i == k) continue;
            up[i] += nvlink.direct[i * n + k];
            down[i] += nvlink.direct[k * n + i];
        }
    }
    std::vector<std::uint64_t> between = nvlink.direct;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j || nvlink.objects[i].end != HwlocNvlink::End::gpu ||
                nvlink.objects[j].end != HwlocNvlink::End::gpu)
                continue;
            const std::uint64_t through = std::min(up[i], down[j]);
            if (through > 0) between[i * n + j] = through;
        }
    }
    return between;
}

Observed observed_of(const HwlocMachine& machine, SourceId from) {
    return Builder(machine, from).build();
}

}  // namespace railyard::machine
