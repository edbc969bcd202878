#include "railyard/machine/import_domain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/merge.hpp"
#include "railyard/machine/most_frequent.hpp"

namespace railyard::machine {
namespace {

// Signs in an origin, beside NOT TOLD, that something was taken for granted.
constexpr std::string_view one_of_several = "one of several";
constexpr std::string_view unevenly = "unevenly";

std::string said_by(const Observed& observed, SourceId source) {
    return source.is_none() ? "" : observed.sources[source.value()].file;
}

// "NVIDIA L4" -> "nvidia-l4": a name that may stand in a file.
std::string as_name(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        const bool capital = c >= 'A' && c <= 'Z';
        if (letter || capital) {
            name += capital ? static_cast<char>(c - 'A' + 'a') : c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.substr(0, 60);
}

// A shipped GPU whose numbers a GPU without a file of its own borrows: of its generation where that is told.
std::string nearest_file(const ObservedHost& host, const ObservedGpu& gpu) {
    if (gpu.maker.value == GpuMaker::amd) return "mi300x";
    const std::uint32_t sm = gpu.sm.value_or(0);
    std::uint32_t lanes = gpu.lanes.value_or(0);
    for (const ObservedPair& pair : host.pairs) lanes = std::max(lanes, pair.lanes.value_or(0));
    if (sm >= 100 || (sm == 0 && lanes > 18)) return "b200";
    if (sm >= 89 || (sm == 0 && lanes > 12)) return "h100";
    if (sm >= 80 || (sm == 0 && lanes > 6)) return "a100-80gb";
    if (sm > 0 || lanes > 0) return "v100";
    // Their generation of PCIe: 3 of V100, 4 of A100, 5 of H100.
    const double pcie = gpu.pcie.bandwidth.value_or(gigabytes_per_second(31.5)).raw() / 1e9;
    return pcie > 40 ? "h100" : pcie > 20 ? "a100-80gb" : "v100";
}

// Of several that a GPU may be: beside an Arm CPU the one that is sold with it (GB200, not B200).
const KnownGpu& likeliest(const std::vector<KnownGpu>& known, const ObservedHost& host) {
    const bool has_arm = std::any_of(host.cpus.begin(), host.cpus.end(),
                                     [](const ObservedCpu& cpu) { return cpu.arch.value == "arm64"; });
    const auto with_arm = std::find_if(known.begin(), known.end(),
                                       [](const KnownGpu& it) { return it.file.starts_with("gb"); });
    return has_arm && with_arm != known.end() ? *with_arm : known.front();
}

ImportedGpu import_gpu(const Observed& observed, const ObservedHost& host, const ImportChoices& choices,
                       std::vector<ImportNote>& notes) {
    if (!choices.gpu.empty()) return {choices.gpu, "", "as asked for"};
    const ObservedGpu& gpu = host.gpus[gpu_order(host).front()];
    const auto known = candidates(gpu);
    const SourceId from = gpu.pci_model.known() ? gpu.pci_model.from
                          : gpu.model.known()   ? gpu.model.from
                                                : gpu.sm.from;
    if (!known.empty() && !likeliest(known, host).file.empty()) {
        const std::string file(likeliest(known, host).file);
        std::string origin = model_label(gpu) + ", " + said_by(observed, from);
        if (known.size() > 1) {
            origin = std::string(one_of_several) + " with " + origin;
            notes.push_back(
                {fmt::format("the GPU may be one of several ({}): {} is written", model_label(gpu), file),
                 "--gpu"});
        }
        return {file, "", origin};
    }
    const std::string model = model_label(gpu);
    const std::string file = nearest_file(host, gpu);
    const std::string what = model.empty() ? "the GPU is not told" : "no file is shipped for " + model;
    notes.push_back(
        {what + ": its FLOP/s and memory are those of " + file + ", which are not its own", "--gpu"});
    return {file, "stand-in-for-" + (model.empty() ? "an-untold-gpu" : as_name(model)), "NOT TOLD: " + what};
}

// Whether consecutive GPUs, dealt out evenly to so many CPUs, leave the GPUs of each NUMA node on one CPU.
bool keeps_nodes_whole(const ObservedHost& host, std::uint32_t cpus) {
    const std::vector<std::size_t> order = gpu_order(host);
    std::map<std::uint32_t, std::uint32_t> cpu_of;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const Fact<std::uint32_t>& numa = host.gpus[order[i]].numa;
        const auto cpu = static_cast<std::uint32_t>(std::uint64_t{i} * cpus / order.size());
        if (numa.known() && cpu_of.try_emplace(*numa.value, cpu).first->second != cpu) return false;
    }
    return true;
}

// NUMA nodes that the GPUs are near, or as many CPUs as GPUs can be dealt out to without parting those of a
// node.
std::uint32_t import_cpus(const ObservedHost& host, Origin& origin, std::vector<ImportNote>& notes) {
    std::set<std::uint32_t> nodes;
    for (const ObservedGpu& gpu : host.gpus) {
        if (gpu.numa.known()) nodes.insert(*gpu.numa.value);
    }
    if (nodes.empty()) {
        origin = "NOT TOLD";
        return host.gpus.size() > 1 ? 2 : 1;
    }
    origin = "NUMA nodes near GPUs";
    const auto seen = static_cast<std::uint32_t>(nodes.size());
    std::uint32_t cpus = seen;
    while (cpus > 1 && !keeps_nodes_whole(host, cpus)) --cpus;
    if (cpus < seen) {
        origin = fmt::format("{} NUMA nodes are near GPUs, {}", seen, unevenly);
        notes.push_back(
            fmt::format("the GPUs of {} NUMA nodes cannot be dealt out evenly to as many CPUs: {} {} written",
                        seen, cpus, cpus == 1 ? "is" : "are"));
    }
    return cpus;
}

// GPUs of a host whose PCIe link is told to be slower than what is written.
void tell_slower_pcie(const Observed& observed, std::size_t host, BytesPerSecond written,
                      std::vector<ImportNote>& notes) {
    const ObservedHost& it = observed.hosts[host];
    std::string slower;
    for (const std::size_t gpu : gpu_order(it)) {
        const BytesPerSecond rate = it.gpus[gpu].pcie.bandwidth.value_or(written);
        if (rate < written)
            slower += fmt::format("{}{} ({:.4g} GB/s)", slower.empty() ? "" : ", ", gpu_label(it, gpu),
                                  rate.raw() / 1e9);
    }
    if (slower.empty()) return;
    notes.push_back(fmt::format("PCIe links of {} are slower than others: {}; {:.4g} GB/s is written for all",
                                host_label(observed, host), slower, written.raw() / 1e9));
}

// Of the fastest GPU: others may be idle.
BytesPerSecond import_pcie(const Observed& observed, const std::vector<std::size_t>& hosts, Origin& origin,
                           std::vector<ImportNote>& notes) {
    BytesPerSecond best;
    for (const ObservedGpu& gpu : observed.hosts[hosts.front()].gpus) {
        if (!gpu.pcie.bandwidth.known() || *gpu.pcie.bandwidth.value < best) continue;
        best = *gpu.pcie.bandwidth.value;
        origin = "nominal, one way; " + said_by(observed, gpu.pcie.bandwidth.from);
    }
    if (best.raw() > 0) {
        for (const std::size_t host : hosts) tell_slower_pcie(observed, host, best, notes);
        return best;
    }
    origin = "NOT TOLD: PCIe 4 x16";
    notes.emplace_back("the PCIe link of the GPUs is not told: PCIe 4 x16 is written");
    return gigabytes_per_second(31.5);
}

// Of the slowest GPU, where all say that they have it.
std::optional<LinkRate> import_c2c(const Observed& observed, const ObservedHost& host, Origin& origin) {
    LinkRate link;
    for (const ObservedGpu& gpu : host.gpus) {
        if (!gpu.c2c.known()) return std::nullopt;
        if (link.bandwidth.raw() > 0 && link.bandwidth <= *gpu.c2c.value) continue;
        link.bandwidth = *gpu.c2c.value;
        origin = "GPU to CPU, one way; " + said_by(observed, gpu.c2c.from);
    }
    if (link.bandwidth.raw() <= 0) return std::nullopt;
    link.latency = microseconds(0.15);
    return link;
}

// The rate of a port that a PCIe link can feed, for NICs whose rate is not told.
BytesPerSecond rate_behind(BytesPerSecond pcie) {
    constexpr std::array rates = {800.0, 400.0, 200.0, 100.0, 50.0, 25.0, 10.0};
    for (const double rate : rates) {
        if (gigabits_per_second(rate) <= pcie) return gigabits_per_second(rate);
    }
    return gigabits_per_second(1);
}

// What most NICs have, the faster of two rates that are as usual. Those that have another are told of.
std::optional<BytesPerSecond> usual_nic_rate(const Observed& observed, const std::vector<std::size_t>& hosts,
                                             Origin& origin, std::vector<ImportNote>& notes) {
    std::map<BytesPerSecond, std::size_t> seen;
    for (const std::size_t host : hosts) {
        for (const std::size_t nic : compute_nics(observed.hosts[host])) {
            const Fact<BytesPerSecond>& rate = observed.hosts[host].nics[nic].rate;
            if (rate.known()) ++seen[*rate.value];
            if (rate.known() && origin.empty()) origin = said_by(observed, rate.from);
        }
    }
    if (seen.empty()) return std::nullopt;
    const BytesPerSecond usual = most_frequent(seen);
    for (const std::size_t host : hosts) {
        const ObservedHost& it = observed.hosts[host];
        for (const std::size_t nic : compute_nics(it)) {
            const BytesPerSecond rate = it.nics[nic].rate.value_or(usual);
            if (rate == usual) continue;
            notes.push_back(fmt::format(
                "{} of {} runs at {:g} Gb/s: {:g} Gb/s is written, as most NICs beside it have",
                nic_label(it, nic), host_label(observed, host), rate.raw() * 8 / 1e9, usual.raw() * 8 / 1e9));
        }
    }
    return usual;
}

BytesPerSecond import_nic_rate(const Observed& observed, const std::vector<std::size_t>& hosts,
                               const std::vector<std::size_t>& nics, BytesPerSecond gpu_pcie,
                               const ImportChoices& choices, Origin& origin, std::vector<ImportNote>& notes) {
    const ObservedHost& host = observed.hosts[hosts.front()];
    if (const auto usual = usual_nic_rate(observed, hosts, origin, notes)) return *usual;
    if (choices.nic_rate) {
        origin = "as asked for";
        return *choices.nic_rate;
    }
    const Fact<BytesPerSecond>& pcie = host.nics[nics.front()].pcie.bandwidth;
    const BytesPerSecond rate = rate_behind(pcie.value_or(gpu_pcie));
    origin = "rate NOT TOLD: what the PCIe link can feed";
    notes.push_back(
        {fmt::format("the rate of the NICs is not told: {:g} Gb/s is written, which their PCIe link can feed",
                     rate.raw() * 8 / 1e9),
         "--nic-rate"});
    return rate;
}

// NUMA nodes of the GPUs that the topology joins a NIC to; none where one is not known.
std::set<std::uint32_t> nodes_beside(const ObservedHost& host, const DomainKind& kind, std::uint32_t nic) {
    const std::vector<std::size_t> order = gpu_order(host);
    std::set<std::uint32_t> nodes;
    for (std::uint32_t gpu = 0; gpu < kind.servers.gpus; ++gpu) {
        const std::uint32_t first = kind.first_nic_of(gpu);
        if (nic < first || nic >= std::max(first + 1, kind.first_nic_of(gpu + 1))) continue;
        const Fact<std::uint32_t>& node = host.gpus[order[gpu]].numa;
        if (!node.known()) return {};
        nodes.insert(*node.value);
    }
    return nodes;
}

// A topology says how many NICs stand beside each GPU, the same for all. Told of: NICs that GPUs of several
// nodes share, and nodes that have fewer than that.
void tell_far_nics(const ObservedHost& host, const std::vector<std::size_t>& nics, ImportedPart& part) {
    const DomainKind& kind = part.domain.kind;
    std::map<std::uint32_t, std::uint32_t> seen;     // NICs by node
    std::map<std::uint32_t, std::uint32_t> written;  // beside the GPUs of one node
    std::uint32_t shared = 0;
    for (const std::size_t nic : nics) {
        if (!host.nics[nic].numa.known()) return;
        ++seen[*host.nics[nic].numa.value];
    }
    for (std::uint32_t nic = 0; nic < kind.nics_per_server(); ++nic) {
        const std::set<std::uint32_t> nodes = nodes_beside(host, kind, nic);
        if (nodes.empty()) return;
        if (nodes.size() > 1) ++shared;
        if (nodes.size() == 1) ++written[*nodes.begin()];
    }
    const auto tell = [&](std::string text) {
        part.domain.assumed.insert(Assumed::nic_places);
        part.notes.emplace_back(std::move(text));
    };
    if (shared > 0)
        tell(fmt::format("{} beside GPUs of several NUMA nodes, as NICs are dealt out evenly",
                         shared == 1 ? "a NIC is written" : fmt::format("{} NICs are written", shared)));
    for (const auto& [node, count] : written) {
        if (seen[node] < count)
            tell(fmt::format("{} near NUMA node {}, and {} beside its GPUs, as NICs are dealt out evenly",
                             seen[node] == 1 ? "1 NIC is" : fmt::format("{} NICs are", seen[node]), node,
                             count == 1 ? "1 is written" : fmt::format("{} are written", count)));
    }
}

// NICs are dealt out evenly to GPUs; of a number that does not divide, the most that does.
void import_nics(const Observed& observed, const std::vector<std::size_t>& hosts,
                 const ImportChoices& choices, ImportedPart& part) {
    const ObservedHost& host = observed.hosts[hosts.front()];
    Nics& nics = part.domain.kind.nics;
    nics.sharing = NicSharing::per_server;
    const auto gpus = static_cast<std::uint32_t>(host.gpus.size());
    if (host.nics.empty()) {
        part.domain.nics = "NOT TOLD: no source shows a NIC";
        part.notes.emplace_back(
            "no NIC is told, so a job cannot leave a domain; nvidia-smi topo -m outside of a container shows "
            "them");
        return;
    }
    const auto compute = compute_nics(host);
    auto count = static_cast<std::uint32_t>(compute.size());
    while (count % gpus != 0 && gpus % count != 0) --count;
    nics.count = count;
    constexpr std::uint32_t most_per_gpu = 64;  // in a topology file
    if (count % gpus == 0 && count / gpus <= most_per_gpu) {
        nics.sharing = NicSharing::per_gpu;
        nics.count = count / gpus;
    }
    nics.bandwidth = import_nic_rate(observed, hosts, compute, part.domain.kind.servers.pcie.bandwidth,
                                     choices, part.domain.nics, part.notes);
    if (std::all_of(compute.begin(), compute.end(),
                    [&](std::size_t nic) { return host.nics[nic].name.value_or("").starts_with("mlx5_"); }))
        nics.model = "ConnectX";  // or a BlueField: the driver is the same
    if (count < compute.size()) {
        part.domain.assumed.insert(Assumed::nic_places);
        part.notes.push_back(
            fmt::format("{} NICs are next to GPUs and cannot be dealt out evenly to {}: {} are written",
                        compute.size(), gpus, count));
    }
    if (compute.size() < host.nics.size())
        part.notes.emplace_back("NICs that are next to no GPU are left out");
    tell_far_nics(host, compute, part);
}

// A GPU for which the driver gives errors in place of answers is unavailable, as one without links is. Where
// it gives none for any GPU of a server, that server is left as it is: the source is at fault.
void leave_out_silent(const Observed& observed, const std::vector<std::size_t>& hosts, ImportedPart& part) {
    for (std::uint32_t server = 0; server < hosts.size(); ++server) {
        const ObservedHost& host = observed.hosts[hosts[server]];
        const auto complains = [](const ObservedGpu& gpu) { return gpu.complaint.known(); };
        if (std::all_of(host.gpus.begin(), host.gpus.end(), complains)) {
            part.notes.push_back(fmt::format("no GPU of {} answers the driver: all are written as available",
                                             host_label(observed, hosts[server])));
            continue;
        }
        const std::vector<std::size_t> order = gpu_order(host);
        for (std::uint32_t seat = 0; seat < order.size(); ++seat) {
            const ObservedGpu& gpu = host.gpus[order[seat]];
            const std::pair place(server, seat);
            if (!complains(gpu) || std::count(part.unavailable.begin(), part.unavailable.end(), place) > 0)
                continue;
            part.unavailable.push_back(place);
            part.notes.push_back(fmt::format(
                "{} of {}: {}; written as unavailable, so that no job counts on it",
                gpu_label(host, order[seat]), host_label(observed, hosts[server]), *gpu.complaint.value));
        }
    }
    std::sort(part.unavailable.begin(), part.unavailable.end());
}

// Of the CPUs' link no source says anything.
void import_cpu_link(ImportedPart& part) {
    Servers& servers = part.domain.kind.servers;
    servers.cpu_link = servers.pcie;
    if (servers.cpus < 2) return;
    part.domain.cpu_link = "NOT TOLD: that of PCIe";
    part.notes.emplace_back("the link between the CPUs is not told: the rate of PCIe is written");
}

// What the origins have a mark for.
AssumedParts assumed_of(const ImportedDomain& domain) {
    AssumedParts assumed;
    const auto look = [&](const Origin& origin, Assumed part, std::string_view sign = "NOT TOLD") {
        if (origin.find(sign) != std::string::npos) assumed.insert(part);
    };
    look(domain.gpu.origin, Assumed::gpu);
    look(domain.gpu.origin, Assumed::gpu, one_of_several);
    look(domain.cpus, Assumed::cpus);
    look(domain.cpus, Assumed::cpus, unevenly);
    look(domain.pcie, Assumed::pcie);
    look(domain.cpu_link, Assumed::cpu_link);
    look(domain.scale_up,
         domain.kind.scale_up.kind == ScaleUpKind::none ? Assumed::scale_up : Assumed::switches);
    if (domain.kind.scale_up.boards > 1) assumed.insert(Assumed::trunk);  // no source tells of it
    look(domain.link, Assumed::nvlink_rate);
    look(domain.nics, domain.kind.nics.count > 0 ? Assumed::nic_rate : Assumed::nics);
    return assumed;
}

}  // namespace

ImportedPart import_domain(const Observed& observed, const std::vector<std::size_t>& hosts,
                           const ImportChoices& choices) {
    ImportedPart part;
    const ObservedHost& host = observed.hosts[hosts.front()];
    DomainKind& kind = part.domain.kind;
    kind.domain_word = hosts.size() > 1 ? "rack" : "box";
    kind.server_word = hosts.size() > 1 ? "tray" : "server";
    kind.servers.count = static_cast<std::uint32_t>(hosts.size());
    kind.servers.gpus = static_cast<std::uint32_t>(host.gpus.size());
    kind.servers.cpus = import_cpus(host, part.domain.cpus, part.notes);
    kind.servers.pcie.bandwidth = import_pcie(observed, hosts, part.domain.pcie, part.notes);
    kind.servers.pcie.latency = microseconds(0.15);
    kind.servers.c2c = import_c2c(observed, host, part.domain.c2c);
    import_cpu_link(part);
    part.domain.gpu = import_gpu(observed, host, choices, part.notes);
    kind.about = fmt::format("imported: {} server{} of {} GPU{}", hosts.size(), hosts.size() > 1 ? "s" : "",
                             host.gpus.size(), host.gpus.size() > 1 ? "s" : "");
    import_scale_up(observed, hosts, part);
    leave_out_silent(observed, hosts, part);
    import_nics(observed, hosts, choices, part);
    part.domain.assumed.merge(assumed_of(part.domain));
    return part;
}

}  // namespace railyard::machine
