#include "railyard/machine/nccl_topo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "railyard/machine/nccl_device.hpp"
#include "railyard/machine/nccl_links.hpp"
#include "railyard/machine/utf8.hpp"
#include "railyard/machine/xml_tree.hpp"

namespace railyard::machine {
namespace {

constexpr SourceId self{0};
constexpr std::uint32_t amd = 0x1002;

// Which `<pci>` elements are above a device, and which `<cpu>`.
struct Position {
    std::size_t cpu = 0;
    std::vector<std::size_t> bridges;
};

// A host while it is read.
struct HostDraft {
    ObservedHost host;
    std::vector<Position> gpu_positions, nic_positions;
    std::vector<NvlinkRow> rows;
    std::vector<std::uint8_t> dumped;  // per GPU: there is a `<gpu>` element
    std::set<std::string> socket_nics;
    std::set<std::uint64_t> numbers;  // of GPUs: `dev`
    std::set<PciAddress> addresses;   // of GPUs
};

class Reader {
  public:
    Reader(const XmlTree& tree, const input::Source& source) : tree_(tree), source_(source) {}

    Observed read() {
        for (const std::size_t child : tree_.root().children) {
            if (tree_.elements[child].name == "cpu") cpu(child);
        }
        if (drafts_.empty()) {
            throw InputError(source_.problem(tree_.root().mark, "this topology has no <cpu>",
                                             "NCCL_TOPO_DUMP_FILE=FILE makes NCCL write a whole one"));
        }
        for (HostDraft& draft : drafts_) finish(draft);
        return std::move(observed_);
    }

  private:
    [[noreturn]] void fail(const XmlElement& at, std::string message, std::string hint = "") const {
        throw InputError(source_.problem(at.mark, std::move(message), std::move(hint)));
    }

    // The same of several elements is said once, with the first of their lines.
    void remark(const XmlElement& at, const std::string& text) {
        constexpr std::size_t most = 20;
        const auto [said, is_new] = remarks_.try_emplace(text);
        Said& it = said->second;
        if (is_new && observed_.remarks.size() == most) return;
        if (is_new) {
            it.number = observed_.remarks.size();
            it.line = at.mark.line;
            observed_.remarks.push_back({self, "", valid_utf8(text)});
        }
        if (it.line == 0) return;  // one too many
        ObservedRemark& remark = observed_.remarks[it.number];
        remark.place = fmt::format("line {}", it.line);
        if (++it.count > 1) remark.place += fmt::format(" and {} more", it.count - 1);
    }

    HostDraft& draft_of(std::string_view hash) {
        const auto [at, is_new] = number_of_.try_emplace(std::string(hash), drafts_.size());
        if (is_new) {
            drafts_.emplace_back();
            if (!hash.empty()) drafts_.back().host.hash = {std::string(hash), self};
        }
        return drafts_[at->second];
    }

    void cpu(std::size_t at) {
        const XmlElement& element = tree_.elements[at];
        HostDraft& draft = draft_of(element.attribute("host_hash"));
        ObservedCpu cpu;
        // -1: hidden, as in virtual machines.
        if (const auto numa = nccl_number(element.attribute("numaid")); numa && *numa < 65536)
            cpu.numa = {static_cast<std::uint32_t>(*numa), self};
        if (element.has("arch")) cpu.arch = {std::string(element.attribute("arch")), self};
        if (element.has("vendor")) cpu.model = {std::string(element.attribute("vendor")), self};
        if (!element.has("arch"))
            remark(
                element,
                "a <cpu> without arch: NCCL takes it from the machine it runs on, older versions stop here");
        draft.host.cpus.push_back(std::move(cpu));
        Position position{at, {}};
        for (const std::size_t child : element.children) inside(child, draft, position);
    }

    // Nesting is bounded by read_xml.
    void inside(std::size_t at, HostDraft& draft, Position& position) {
        const XmlElement& element = tree_.elements[at];
        if (element.name == "nic" && position.bridges.empty()) return socket_nic(element, draft);
        if (element.name != "pci") return;
        const auto address = parse_pci(element.attribute("busid"));
        if (!address && element.has("busid"))
            fail(element, "busid '" + std::string(element.attribute("busid")) + "' is no PCI address",
                 "busid=\"0000:81:00.0\"");
        switch (nccl_device(tree_, element)) {
            case NcclDevice::gpu:
                gpu(element, address, draft, position);
                break;
            case NcclDevice::nic:
                nic(element, address, draft, position);
                break;
            case NcclDevice::untold:
                untold(element, address, draft);
                break;
            case NcclDevice::other:
                break;
        }
        position.bridges.push_back(at);
        for (const std::size_t child : element.children) {
            if (tree_.elements[child].name == "pci") inside(child, draft, position);
        }
        position.bridges.pop_back();
    }

    PcieLink pcie(const XmlElement& element) {
        PcieLink link;
        const std::string_view speed = element.attribute("link_speed");
        const auto width = nccl_number(element.attribute("link_width"));
        if (width && *width > 0 && *width <= 32) link.width = {static_cast<std::uint32_t>(*width), self};
        const auto lane = pcie_lane_rate(speed);
        if (lane && link.width.known())
            link.bandwidth = {*lane * static_cast<double>(*link.width.value), self};
        if (!speed.empty() && !nccl_knows_link_speed(speed)) {
            remark(element,
                   fmt::format(
                       "link_speed is written \"{}\", which NCCL does not know: it takes the link for PCIe 3",
                       speed.substr(0, 40)));
        }
        return link;
    }

    void untold(const XmlElement& element, const std::optional<PciAddress>& address, HostDraft& draft) {
        (void)pcie(element);  // complains of a speed that NCCL misreads
        draft.host.untold.push_back({address, self});
        remark(element,
               "a device without a class: what it is is not told here, NCCL takes it from the machine that "
               "it runs on");
    }

    static Fact<std::uint32_t> numa_at(const HostDraft& draft) { return draft.host.cpus.back().numa; }

    void gpu(const XmlElement& element, const std::optional<PciAddress>& address, HostDraft& draft,
             const Position& position) {
        if (draft.host.gpus.size() >= most_gpus_of_a_host) {
            fail(element, fmt::format("over {} GPUs in one server", most_gpus_of_a_host),
                 "hosts are told apart by host_hash");
        }
        ObservedGpu gpu;
        if (address) {
            gpu.pci = {*address, self};
            if (!draft.addresses.insert(*address).second) {
                fail(element,
                     "busid '" + std::string(element.attribute("busid")) + "' is a GPU above already",
                     "servers are told apart by host_hash");
            }
        }
        if (const auto model = nccl_pci_model(element)) {
            gpu.pci_model = {*model, self};
            gpu.maker = {model->vendor == amd ? GpuMaker::amd : GpuMaker::nvidia, self};
        }
        gpu.pcie = pcie(element);
        gpu.numa = numa_at(draft);
        const std::size_t number = draft.host.gpus.size();
        bool dumped = false;
        std::size_t parts = 0;
        for (const std::size_t child : element.children) {
            const XmlElement& it = tree_.elements[child];
            if (it.name != "gpu") continue;
            // Two <gpu> under one device are halves of it with the same links.
            if (parts++ > 0) continue;
            dumped = true;
            details(it, gpu, number, draft);
        }
        if (parts > 1)
            remark(element,
                   fmt::format("this device shows {} <gpu>, parts of one; it counts as one GPU", parts));
        draft.host.gpus.push_back(std::move(gpu));
        draft.gpu_positions.push_back(position);
        draft.dumped.push_back(dumped ? 1 : 0);
    }

    void details(const XmlElement& element, ObservedGpu& gpu, std::size_t number, HostDraft& draft) {
        if (const auto dev = nccl_number(element.attribute("dev")); dev && *dev < 65536) {
            gpu.index = {static_cast<std::uint32_t>(*dev), self};
            if (!draft.numbers.insert(*dev).second) {
                fail(element, fmt::format("dev=\"{}\" is a GPU above already", *dev),
                     "each GPU of a server has a number of its own; servers are told apart by host_hash");
            }
        }
        if (element.has("gcn")) {
            gpu.maker = {GpuMaker::amd, self};
            // "gfx90a:sramecc+:xnack-", and in files of older versions a number, 910 for gfx90a.
            std::string gcn(element.attribute("gcn").substr(0, element.attribute("gcn").find(':')));
            if (gcn == "910") gcn = "90a";
            if (gcn == "940" || gcn == "gfx940") gcn = "942";  // as the MI300 was called before it was sold
            if (!gcn.starts_with("gfx")) gcn = "gfx" + gcn;
            if (gcn.size() < 16) gpu.gcn = {std::move(gcn), self};
        }
        const auto sm = nccl_number(element.attribute("sm"));
        if (sm && *sm < 10000 && gpu.maker.value != GpuMaker::amd)
            gpu.sm = {static_cast<std::uint32_t>(*sm), self};
        for (const std::size_t child : element.children) {
            const XmlElement& it = tree_.elements[child];
            if (it.name == "nvlink" || it.name == "xgmi") link_row(it, gpu, number, draft);
            if (it.name != "c2c") continue;
            const auto bandwidth = nccl_number(it.attribute("bw"));
            const auto count = nccl_number(it.attribute("count"));
            if (bandwidth && count && *bandwidth < 10000000 && *count < 1000)
                gpu.c2c = {bytes_per_second(static_cast<double>(*bandwidth * *count) * 1e6), self};
        }
    }

    void link_row(const XmlElement& element, const ObservedGpu& gpu, std::size_t number, HostDraft& draft) {
        NvlinkRow row;
        row.gpu = number;
        const std::string_view count_text = element.attribute("count");
        const auto count = nccl_number(count_text);
        if (!count || *count > 1024) {
            fail(element,
                 count_text.empty()
                     ? "this link has no count"
                     : fmt::format("count \"{}\" is no number of links", count_text.substr(0, 40)),
                 "count=\"4\": links to that target, 1024 at most");
        }
        row.count = static_cast<std::uint32_t>(*count);
        const std::string_view target = element.attribute("target");
        const std::string_view target_class = element.attribute("tclass");
        const auto address = parse_pci(target);
        if (address && target_class.starts_with("0x0680")) {
            row.kind = NvlinkTarget::nvswitch;
            row.target = *address;
        } else if (address && gpu.pci.value == address) {
            row.kind = NvlinkTarget::itself;
            remark(element,
                   "links go from a GPU to itself, as some virtual machines have it: which GPU they reach is "
                   "not told");
        } else if (address && !target_class.starts_with("0x06")) {
            row.kind = NvlinkTarget::gpu;
            row.target = *address;
        } else if (!is_invisible_pci(target)) {
            remark(
                element,
                fmt::format(
                    "links go to '{}', which is no GPU and no NVSwitch: taken for a switch that is not shown",
                    target.substr(0, 40)));
        }
        draft.rows.push_back(row);
    }

    // A NIC without a PCI place shows again under each <cpu>: it counts once, and is near no GPU.
    void socket_nic(const XmlElement& element, HostDraft& draft) {
        for (const std::size_t child : element.children) {
            const XmlElement& net = tree_.elements[child];
            if (net.name == "net") draft.socket_nics.insert(std::string(net.attribute("name")));
        }
    }

    void nic(const XmlElement& element, const std::optional<PciAddress>& address, HostDraft& draft,
             const Position& position) {
        if (draft.host.nics.size() >= most_nics_of_a_host) fail(element, "over 1024 NICs in one server");
        ObservedNic nic;
        if (address) nic.pci = {*address, self};
        nic.pcie = pcie(element);
        nic.numa = numa_at(draft);
        double megabits = 0;
        std::set<std::string_view> names;
        for (const std::size_t child : element.children) {
            if (tree_.elements[child].name != "nic") continue;
            for (const std::size_t grandchild : tree_.elements[child].children) {
                const XmlElement& net = tree_.elements[grandchild];
                if (net.name != "net" || !names.insert(net.attribute("name")).second) continue;
                if (!nic.name.known()) nic.name = {std::string(net.attribute("name")), self};
                if (net.has("guid")) nic.guid = {std::string(net.attribute("guid")), self};
                if (const auto speed = nccl_number(net.attribute("speed")); speed && *speed < 100000000)
                    megabits += static_cast<double>(*speed);
            }
        }
        // NCCL writes 10 Gb/s where the system tells no speed (net_socket.cc): of a link that cannot feed
        // that it is no rate.
        constexpr double untold_megabits = 10000;
        const bool is_untold = megabits == untold_megabits && nic.pcie.bandwidth.known() &&
                               *nic.pcie.bandwidth.value < gigabits_per_second(untold_megabits / 1000);
        // Several ports of one card carry traffic side by side.
        if (megabits > 0 && !is_untold) nic.rate = {gigabits_per_second(megabits / 1000), self};
        draft.host.nics.push_back(std::move(nic));
        draft.nic_positions.push_back(position);
    }

    static std::optional<Path> path_between(const Position& a, const Position& b, const XmlTree& tree) {
        if (a.cpu != b.cpu) {
            const auto numa_a = nccl_number(tree.elements[a.cpu].attribute("numaid"));
            const auto numa_b = nccl_number(tree.elements[b.cpu].attribute("numaid"));
            if (!numa_a || !numa_b) return std::nullopt;
            return numa_a == numa_b ? Path::node : Path::sys;
        }
        std::size_t shared = 0;
        while (shared < a.bridges.size() && shared < b.bridges.size() &&
               a.bridges[shared] == b.bridges[shared])
            ++shared;
        // NCCL has no host bridges: devices of one CPU without a common switch may be PHB or NODE.
        if (shared == 0) return Path::node;
        return std::max(a.bridges.size(), b.bridges.size()) - shared == 0 ? Path::pix : Path::pxb;
    }

    void finish(HostDraft& draft) {
        ObservedHost& host = draft.host;
        host.resize_tables(0, 0);
        for (std::size_t a = 0; a < host.gpus.size(); ++a) {
            for (std::size_t b = 0; b < host.gpus.size(); ++b) {
                if (a == b) continue;
                if (const auto path = path_between(draft.gpu_positions[a], draft.gpu_positions[b], tree_))
                    host.pair(a, b).path = {*path, self};
            }
            for (std::size_t nic = 0; nic < host.nics.size(); ++nic) {
                if (const auto path = path_between(draft.gpu_positions[a], draft.nic_positions[nic], tree_))
                    host.path_to_nic(a, nic) = {*path, self};
            }
        }
        set_nvlinks(host, draft.rows, draft.dumped, self);
        observed_.hosts.push_back(std::move(host));
    }

    const XmlTree& tree_;
    const input::Source& source_;
    Observed observed_;
    std::vector<HostDraft> drafts_;
    std::map<std::string, std::size_t> number_of_;
    struct Said {
        std::size_t number = 0, count = 0;
        std::uint32_t line = 0;
    };
    std::map<std::string, Said> remarks_;  // by text
};

}  // namespace

bool is_nccl_topo(std::string_view text) {
    const auto start = xml_start(text);
    return start && start->name == "system";
}

bool is_other_nccl_xml(std::string_view text) {
    const auto start = xml_start(text);
    return start &&
           (start->name == "graphs" || start->name == "pci" || start->name == "gpu" || start->name == "cpu");
}

Observed read_nccl_topo(const input::Source& source) {
    const XmlTree tree = read_xml(source);
    return Reader(tree, source).read();
}

Observed refuse_other_nccl_xml(const input::Source& source) {
    const auto start = xml_start(source.text());
    const bool graph = start && start->name == "graphs";
    const auto at = source.text().find('<' + std::string(start ? start->name : ""));
    const auto line = 1 + std::count(source.text().begin(),
                                     source.text().begin() +
                                         static_cast<std::ptrdiff_t>(std::min(at, source.text().size())),
                                     '\n');
    const input::Mark mark{static_cast<std::uint32_t>(line), 1, &source};
    if (graph) {
        throw InputError(
            source.problem(mark, "this is a graph of NCCL's (rings and trees it chose), not a topology",
                           "NCCL_TOPO_DUMP_FILE writes the topology, NCCL_GRAPH_DUMP_FILE the graph"));
    }
    throw InputError(
        source.problem(mark, "this is a piece of an NCCL topology", "the whole file begins with <system>"));
}

}  // namespace railyard::machine
