#include "railyard/machine/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "railyard/machine/import_domain.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::machine {
namespace {

// The hosts of one dump are one NVLink domain when there are several in it and they are alike; any other host
// is a domain of its own.
std::vector<std::vector<std::size_t>> domains_of(const Observed& observed) {
    std::map<SourceId, std::vector<std::size_t>> by_dump;
    std::vector<std::vector<std::size_t>> domains;
    for (std::size_t host = 0; host < observed.hosts.size(); ++host) {
        const ObservedHost& it = observed.hosts[host];
        if (it.gpus.empty()) continue;
        const bool has_links = std::any_of(it.gpus.begin(), it.gpus.end(),
                                           [](const ObservedGpu& gpu) { return gpu.lanes.value_or(0) > 0; });
        if (it.hash.known() && has_links && observed.sources[it.hash.from.value()].format == "nccl-topo") {
            by_dump[it.hash.from].push_back(host);
        } else {
            domains.push_back({host});
        }
    }
    for (const auto& dump : by_dump) {
        const std::vector<std::size_t>& hosts = dump.second;
        const auto alike = [&](std::size_t host) {
            return observed.hosts[host].gpus.size() == observed.hosts[hosts.front()].gpus.size();
        };
        // A domain of a topology file has 4096 servers at most.
        if (hosts.size() <= 4096 && std::all_of(hosts.begin(), hosts.end(), alike)) {
            domains.push_back(hosts);
        } else {
            for (const std::size_t host : hosts) domains.push_back({host});
        }
    }
    // In the order of their first hosts, which is the order in which `check` takes them.
    std::sort(domains.begin(), domains.end());
    return domains;
}

bool same_kind(const ImportedDomain& a, const ImportedDomain& b) {
    const auto same_up = [](const ScaleUp& x, const ScaleUp& y) {
        const auto same_pair = [](const ScaleUp::Pair& p, const ScaleUp::Pair& q) {
            return p.a == q.a && p.b == q.b && p.count == q.count;
        };
        return x.kind == y.kind && x.link.bandwidth == y.link.bandwidth &&
               x.links_per_switch == y.links_per_switch && x.links_per_pair == y.links_per_pair &&
               std::equal(x.pairs.begin(), x.pairs.end(), y.pairs.begin(), y.pairs.end(), same_pair);
    };
    const DomainKind& x = a.kind;
    const DomainKind& y = b.kind;
    return a.gpu.file == b.gpu.file && a.gpu.stand_in == b.gpu.stand_in &&
           x.servers.count == y.servers.count && x.servers.gpus == y.servers.gpus &&
           x.servers.cpus == y.servers.cpus && x.servers.pcie.bandwidth == y.servers.pcie.bandwidth &&
           x.servers.c2c.has_value() == y.servers.c2c.has_value() &&
           x.servers.gpu_to_cpu().bandwidth == y.servers.gpu_to_cpu().bandwidth &&
           same_up(x.scale_up, y.scale_up) && x.nics.count == y.nics.count &&
           x.nics.sharing == y.nics.sharing && x.nics.bandwidth == y.nics.bandwidth;
}

// Numbers of GPUs that no source of a host has, though higher ones are there: the driver may have lost them,
// or a tool was asked for some.
void note_gaps(const Observed& observed, std::size_t host, std::set<ImportNote>& notes) {
    std::set<std::uint32_t> seen;
    for (const ObservedGpu& gpu : observed.hosts[host].gpus) {
        if (!gpu.index.known()) return;
        seen.insert(*gpu.index.value);
    }
    std::string gaps;
    std::uint32_t next = 0;
    for (const std::uint32_t number : seen) {
        if (number > next) {
            gaps += (gaps.empty() ? "" : ", ") + std::to_string(next);
            if (number - 1 > next) gaps += "-" + std::to_string(number - 1);
        }
        next = number + 1;
    }
    if (gaps.empty()) return;
    notes.insert(host_label(observed, host) + " tells of no GPU " + gaps + ", and its last is GPU " +
                 std::to_string(*seen.rbegin()) + ": a server of " + std::to_string(seen.size()) +
                 " GPUs is written");
}

}  // namespace

std::variant<ImportedTopology, std::string> import_topology(const Observed& observed,
                                                            const ImportChoices& choices) {
    ImportedTopology topology;
    topology.name = choices.name;
    for (const ObservedSource& source : observed.sources)
        topology.sources.push_back(source.file + " (" + source.format + ")");
    std::set<ImportNote> notes;
    for (const ObservedRemark& remark : observed.remarks)
        notes.insert(observed.sources[remark.from.value()].file + ": " + remark.place + ": " + remark.text);
    for (std::size_t host = 0; host < observed.hosts.size(); ++host) note_gaps(observed, host, notes);
    std::uint32_t number = 0;
    for (const auto& hosts : domains_of(observed)) {
        ImportedPart part = import_domain(observed, hosts, choices);
        notes.insert(part.notes.begin(), part.notes.end());
        for (const auto& [server, gpu] : part.unavailable) {
            topology.unavailable.push_back(fmt::format("{}{}/{}{}/gpu{}", part.domain.kind.domain_word,
                                                       number, part.domain.kind.server_word, server, gpu));
        }
        ++number;
        std::size_t kind = 0;
        while (kind < topology.kinds.size() && !same_kind(topology.kinds[kind], part.domain)) ++kind;
        if (kind == topology.kinds.size()) {
            part.domain.kind.name = choices.name + "-" + part.domain.kind.domain_word;
            if (kind > 0) part.domain.kind.name += "-" + std::to_string(kind + 1);
            topology.kinds.push_back(std::move(part.domain));
        }
        if (topology.runs.empty() || topology.runs.back().kind != kind) topology.runs.push_back({kind, 0});
        ++topology.runs.back().count;
    }
    std::vector<UntoldDevice> untold;
    for (const ObservedHost& host : observed.hosts)
        untold.insert(untold.end(), host.untold.begin(), host.untold.end());
    if (topology.runs.empty() && !untold.empty()) {
        return "no GPU is told of: " + observed.sources[untold.front().from.value()].file + " has " +
               untold_text(untold.size()) +
               ", with no class, no ids of a GPU that is known here and no <gpu>; " + how_to_tell_devices;
    }
    if (topology.runs.empty())
        return std::string("nothing here tells of a GPU, and a topology is made of GPUs");
    if (topology.runs.size() > 1000)
        return std::string("over a thousand servers in turn are of different kinds: import fewer");
    if (choices.domains) topology.runs.back().count = *choices.domains;
    topology.notes.assign(notes.begin(), notes.end());
    return topology;
}

}  // namespace railyard::machine
