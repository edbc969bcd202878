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
constexpr std::string_view gpu_class = "0x030200";

// Bus ids of our own: the topology knows none. 32 devices a kind and PCI domain.
enum class Device { gpu = 0x10, nic = 0x40, nvswitch = 0x80 };
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

// Compute capability by the name of a GPU's file; none for what is not NVIDIA's or not known here.
std::optional<int> compute_capability(std::string_view gpu) {
    constexpr std::array<std::pair<std::string_view, int>, 9> known = {{{"v100", 70},
                                                                        {"a100", 80},
                                                                        {"h100", 90},
                                                                        {"h200", 90},
                                                                        {"h800", 90},
                                                                        {"b200", 100},
                                                                        {"gb200", 100},
                                                                        {"b300", 103},
                                                                        {"gb300", 103}}};
    for (const auto& [name, number] : known) {
        if (gpu.substr(0, name.size()) == name) return number;
    }
    return std::nullopt;
}

class TopoWriter {
  public:
    TopoWriter(const DomainKind& kind, int sm) : kind_(kind), sm_(sm) {}

    [[nodiscard]] std::string text() const {
        // NCCL wants the architecture of a CPU, and of an x86 one the maker: which one changes its estimates
        // only.
        const bool is_grace = kind_.gpu.name.substr(0, 2) == "gb";
        std::string xml =
            fmt::format("<system version=\"1\">\n  <!-- one server of {}; bus ids are made up -->\n",
                        escaped_comment(kind_.name));
        for (std::uint32_t cpu = 0; cpu < kind_.servers.cpus; ++cpu) {
            xml += fmt::format("  <cpu numaid=\"{}\" arch=\"{}\"{}>\n", cpu, is_grace ? "arm64" : "x86_64",
                               is_grace ? "" : " vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\"");
            for (std::uint32_t gpu = 0; gpu < kind_.servers.gpus; ++gpu) {
                if (kind_.cpu_of(gpu) == cpu) xml += gpu_xml(gpu);
            }
            for (std::uint32_t nic = 0; nic < kind_.nics_per_server(); ++nic) {
                if (cpu_of_nic(nic) == cpu) xml += nic_xml(nic);
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

    [[nodiscard]] std::string gpu_xml(std::uint32_t gpu) const {
        std::string xml = fmt::format("    <pci busid=\"{}\" class=\"{}\" vendor=\"0x10de\" {}>\n",
                                      bus_id(Device::gpu, gpu), gpu_class, link());
        xml += fmt::format("      <gpu dev=\"{0}\" sm=\"{1}\" rank=\"{0}\" gdr=\"1\">\n", gpu, sm_);
        for (const std::string& row : nvlinks(gpu)) xml += row;
        return xml + "      </gpu>\n    </pci>\n";
    }

    static std::string nvlink(std::string_view target, std::uint32_t count, std::string_view target_class) {
        return fmt::format("        <nvlink target=\"{}\" count=\"{}\" tclass=\"{}\"/>\n", target, count,
                           target_class);
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
            if (links > 0) rows.push_back(nvlink(bus_id(Device::gpu, other), links, gpu_class));
        }
        return rows;
    }

    [[nodiscard]] std::uint32_t cpu_of_nic(std::uint32_t nic) const {
        if (kind_.nics.sharing == NicSharing::per_gpu) return kind_.cpu_of(nic / kind_.nics.count);
        return nic * kind_.servers.cpus / kind_.nics_per_server();
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
    int sm_;
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
    const auto sm = compute_capability(described.gpu.name);
    if (!sm)
        return ExportRefusal{"'" + described.gpu.name + "' is no GPU whose compute capability is known here"};
    return TopoWriter(described, *sm).text();
}

}  // namespace railyard::output
