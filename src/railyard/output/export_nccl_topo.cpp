#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "railyard/base/xml_escape.hpp"
#include "railyard/output/export_report.hpp"

namespace railyard::output {
namespace {

constexpr std::string_view unseen_switch = "fffffff:ff:ff.0";  // as NCCL writes what it cannot see
constexpr std::string_view switch_class = "0x068000";

// Bus ids of our own: the topology knows none. 32 devices a kind and PCI domain.
enum class Device { gpu = 0x10, nic = 0x40, nvswitch = 0x80, bridge = 0xa0 };
std::string bus_id(Device device, std::uint32_t number) {
    constexpr std::uint32_t in_domain = 32;
    return fmt::format("{:04x}:{:02x}:00.0", number / in_domain,
                       static_cast<std::uint32_t>(device) + number % in_domain);
}

// The PCIe generation whose 16 lanes come nearest to a nominal rate.
std::string_view pcie_speed(BytesPerSecond rate) {
    struct Generation {
        double gigabytes;  // of 16 lanes, one way
        std::string_view speed;
    };
    constexpr std::array<Generation, 5> generations = {{{8, "5.0 GT/s PCIe"},
                                                        {15.75, "8.0 GT/s PCIe"},
                                                        {31.5, "16.0 GT/s PCIe"},
                                                        {63, "32.0 GT/s PCIe"},
                                                        {126, "64.0 GT/s PCIe"}}};
    const auto far = [&](const Generation& g) { return std::abs(std::log(g.gigabytes * 1e9 / rate.raw())); };
    return std::min_element(generations.begin(), generations.end(),
                            [&](const Generation& a, const Generation& b) { return far(a) < far(b); })
        ->speed;
}

enum class Maker { nvidia, amd };

// What NCCL and RCCL write of a GPU.
struct GpuWords {
    std::string_view file;    // a GPU file whose name begins so
    int sm = 0;               // compute capability; of AMD's the number of compute units
    std::string_view device;  // PCI id (the PCI ID repository, dumps of real servers); empty: not known here
    Maker maker = Maker::nvidia;
    std::string_view gcn = "", arch = "";  // of AMD's: the architecture, and RCCL's word of features
};

// None for what is not known here.
std::optional<GpuWords> words_for(std::string_view gpu) {
    constexpr std::array known = {GpuWords{"v100", 70, "0x1db5"}, GpuWords{"a100-40gb", 80, "0x20b0"},
                                  GpuWords{"a100", 80, "0x20b2"}, GpuWords{"h100", 90, "0x2330"},
                                  GpuWords{"h200", 90, "0x2335"}, GpuWords{"h800", 90, "0x2324"},
                                  GpuWords{"b200", 100, "0x2901"}, GpuWords{"gb200", 100, ""},
                                  GpuWords{"b300", 103, ""}, GpuWords{"gb300", 103, ""},
                                  // RCCL's topo_8p_940.xml
                                  GpuWords{"mi300x", 304, "0x74a1", Maker::amd, "gfx942", "38911"}};
    for (const GpuWords& words : known) {
        if (gpu.substr(0, words.file.size()) == words.file) return words;
    }
    return std::nullopt;
}

// What hangs on one PCIe switch, or on the CPU itself: a GPU with its NICs, a NIC with the GPUs that share
// it.
struct Branch {
    std::vector<std::uint32_t> gpus, nics;
    std::uint32_t cpu = 0;
    [[nodiscard]] bool has_switch() const { return !gpus.empty() && !nics.empty(); }
};

std::vector<Branch> branches_of(const DomainKind& kind) {
    const std::uint32_t gpus = kind.servers.gpus;
    const std::uint32_t nics = kind.nics_per_server();
    const bool even = nics > 0 && (nics % gpus == 0 || gpus % nics == 0);
    std::vector<Branch> branches;
    for (std::uint32_t gpu = 0; gpu < gpus; ++gpu) {
        const bool shares = even && gpu > 0 && kind.first_nic_of(gpu) == kind.first_nic_of(gpu - 1);
        // A switch hangs on one CPU.
        if (!shares || kind.cpu_of(gpu) != branches.back().cpu)
            branches.push_back({{}, {}, kind.cpu_of(gpu)});
        branches.back().gpus.push_back(gpu);
    }
    std::vector<Branch> alone;
    for (std::uint32_t nic = 0; nic < nics; ++nic) {
        const auto own = std::find_if(branches.begin(), branches.end(), [&](const Branch& branch) {
            const std::uint32_t first = kind.first_nic_of(branch.gpus.front());
            // All that it serves, and those are on one CPU.
            const bool serves_them = even && nic >= first && nic < first + std::max(1U, nics / gpus);
            return serves_them && branch.gpus.size() == std::max(1U, gpus / nics);
        });
        if (own != branches.end()) {
            own->nics.push_back(nic);
        } else {
            alone.push_back({{}, {nic}, nic * kind.servers.cpus / nics});
        }
    }
    branches.insert(branches.end(), alone.begin(), alone.end());
    return branches;
}

class TopoWriter {
  public:
    TopoWriter(const DomainKind& kind, const GpuWords& words) : kind_(kind), words_(words) {}

    [[nodiscard]] std::string text() const {
        // NCCL wants the architecture of a CPU, and of an x86 one the maker: which one changes its estimates
        // only.
        const bool is_grace = kind_.gpu.name.substr(0, 2) == "gb";
        std::string xml =
            fmt::format("<system version=\"{}\">\n  <!-- one server of {}; bus ids are made up -->\n",
                        words_.maker == Maker::amd ? 2 : 1, escaped_comment(kind_.name));
        const std::vector<Branch> branches = branches_of(kind_);
        for (std::uint32_t cpu = 0; cpu < kind_.servers.cpus; ++cpu) {
            xml += fmt::format("  <cpu numaid=\"{}\" arch=\"{}\"{}>\n", cpu, is_grace ? "arm64" : "x86_64",
                               is_grace ? "" : " vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\"");
            for (std::size_t i = 0; i < branches.size(); ++i) {
                if (branches[i].cpu == cpu) xml += branch_xml(branches[i], static_cast<std::uint32_t>(i));
            }
            xml += "  </cpu>\n";
        }
        return xml + "</system>\n";
    }

  private:
    // A comment may not hold two dashes in a row.
    static std::string escaped_comment(std::string text) {
        for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--")) text[at] = ' ';
        return xml_escaped(text);
    }

    [[nodiscard]] std::string link() const {
        return fmt::format("link_speed=\"{}\" link_width=\"16\"", pcie_speed(kind_.servers.pcie.bandwidth));
    }

    [[nodiscard]] std::string branch_xml(const Branch& branch, std::uint32_t number) const {
        std::string xml;
        for (const std::uint32_t gpu : branch.gpus) xml += gpu_xml(gpu);
        for (const std::uint32_t nic : branch.nics) xml += nic_xml(nic);
        if (!branch.has_switch()) return xml;
        std::string inside;
        for (std::size_t at = 0; at < xml.size();) {
            const std::size_t end = xml.find('\n', at) + 1;
            inside += "  " + xml.substr(at, end - at);
            at = end;
        }
        return fmt::format("    <pci busid=\"{}\" class=\"0x060400\" {}>\n{}    </pci>\n",
                           bus_id(Device::bridge, number), link(), inside);
    }

    [[nodiscard]] std::string_view gpu_class() const {
        return words_.maker == Maker::amd ? "0x120000" : "0x030200";
    }

    [[nodiscard]] std::string gpu_xml(std::uint32_t gpu) const {
        const bool is_amd = words_.maker == Maker::amd;
        const std::string device = words_.device.empty() ? "" : fmt::format(" device=\"{}\"", words_.device);
        std::string xml =
            fmt::format("    <pci busid=\"{}\" class=\"{}\" vendor=\"{}\"{} {}>\n", bus_id(Device::gpu, gpu),
                        gpu_class(), is_amd ? "0x1002" : "0x10de", device, link());
        const std::string architecture =
            is_amd ? fmt::format(" gcn=\"{}\" arch=\"{}\"", words_.gcn, words_.arch) : "";
        xml += fmt::format("      <gpu dev=\"{0}\" sm=\"{1}\"{2} rank=\"{0}\" gdr=\"1\">\n", gpu, words_.sm,
                           architecture);
        for (const std::string& row : nvlinks(gpu)) xml += row;
        if (kind_.servers.c2c)
            xml += fmt::format("        <c2c bw=\"{:.0f}\" count=\"1\"/>\n",
                               kind_.servers.c2c->bandwidth.raw() / 1e6);
        return xml + "      </gpu>\n    </pci>\n";
    }

    [[nodiscard]] std::string nvlink(std::string_view target, std::uint32_t count,
                                     std::string_view target_class) const {
        return fmt::format("        <{} target=\"{}\" count=\"{}\" tclass=\"{}\"/>\n",
                           words_.maker == Maker::amd ? "xgmi" : "nvlink", target, count, target_class);
    }

    [[nodiscard]] std::vector<std::string> nvlinks(std::uint32_t gpu) const {
        std::vector<std::string> rows;
        const ScaleUp& scale_up = kind_.scale_up;
        if (scale_up.kind == ScaleUpKind::switched) {
            std::uint32_t all = 0;
            for (const std::uint32_t links : scale_up.links_per_switch) all += links;
            // The switches of a rack are in none of its servers.
            if (kind_.servers.count > 1) return {nvlink(unseen_switch, all, switch_class)};
            const std::uint32_t own = scale_up.switches / scale_up.boards;
            const std::uint32_t first = kind_.board_of(gpu) * own;
            for (std::uint32_t i = 0; i < own; ++i) {
                const auto& links = scale_up.links_per_switch;
                const std::uint32_t count = links[std::min<std::size_t>(i, links.size() - 1)];
                if (count > 0)
                    rows.push_back(nvlink(bus_id(Device::nvswitch, first + i), count, switch_class));
            }
            return rows;
        }
        for (std::uint32_t other = 0; other < kind_.servers.gpus; ++other) {
            const std::uint32_t links = other == gpu ? 0 : kind_.direct_links(gpu, other);
            if (links > 0) rows.push_back(nvlink(bus_id(Device::gpu, other), links, gpu_class()));
        }
        return rows;
    }

    [[nodiscard]] std::string nic_xml(std::uint32_t nic) const {
        const bool is_mellanox = kind_.nics.model.substr(0, 8) == "ConnectX";
        const double megabits = kind_.nics.bandwidth.raw() * 8 / 1e6;
        return fmt::format(
            "    <pci busid=\"{}\" class=\"0x020000\"{} {}>\n"
            "      <nic>\n"
            "        <net name=\"{}{}\" dev=\"{}\" speed=\"{:.0f}\" port=\"1\" latency=\"0\" "
            "maxconn=\"131072\" gdr=\"1\"/>\n"
            "      </nic>\n    </pci>\n",
            bus_id(Device::nic, nic), is_mellanox ? " vendor=\"0x15b3\"" : "", link(),
            is_mellanox ? "mlx5_" : "nic", nic, nic, megabits);
    }

    const DomainKind& kind_;
    GpuWords words_;
};

}  // namespace

Exported export_nccl_topo(const ExportQuestion& question) {
    const auto& plan = question.plan;
    const std::uint32_t kind = plan.servers.front().place.kind;
    for (const cluster::PlannedServer& server : plan.servers) {
        if (server.place.kind == kind) continue;
        return ExportRefusal{"the job uses servers of several kinds, and NCCL's file describes one server: " +
                             plan.topology.kinds()[kind].name + " and " +
                             plan.topology.kinds()[server.place.kind].name};
    }
    const DomainKind& described = plan.topology.kinds()[kind];
    const auto words = words_for(described.gpu.name);
    if (!words)
        return ExportRefusal{"what NCCL calls a '" + described.gpu.name +
                             "' (its compute capability, or AMD's architecture) is not known here"};
    return TopoWriter(described, *words).text();
}

}  // namespace railyard::output
