#include "railyard/machine/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "railyard/machine/comparison.hpp"
#include "railyard/machine/known_gpus.hpp"
#include "railyard/machine/untold_devices.hpp"

namespace railyard::machine {
namespace {

using Compare = void (*)(Comparison&);
constexpr std::array<Compare, 5> comparisons = {compare_gpus, compare_nvlink, compare_pcie, compare_nics,
                                                compare_numa};

// The first GPU of the next server from `gpu` on; none behind the last.
std::optional<GpuPlace> server_from(const Topology& topology, std::uint32_t gpu) {
    if (gpu >= topology.gpu_count()) return std::nullopt;
    GpuPlace place = topology.place(GpuId(gpu));
    return topology.place(GpuId(gpu - place.gpu_in_server));
}

// The GPUs of the topology that a remark is about.
std::vector<GpuId> gpus_of(const ObservedRemark& remark, const Topology& topology, const Observed& observed,
                           const std::vector<Match>& matches, const Meaning& meaning) {
    std::vector<GpuId> ids;
    Findings unused;
    for (const Match& match : matches) {
        const ObservedHost& host = observed.hosts[match.host];
        if (std::find(host.sources.begin(), host.sources.end(), remark.from) == host.sources.end()) continue;
        const Comparison comparison(topology, observed, match, meaning, unused);
        const auto is_meant = [&](std::uint32_t seat) {
            if (remark.gpus.empty()) return true;
            const auto gpu = comparison.gpu_at(seat);
            return gpu && std::find(remark.gpus.begin(), remark.gpus.end(), host.gpus[*gpu].index.value) !=
                              remark.gpus.end();
        };
        for (std::uint32_t seat = 0; seat < comparison.seats(); ++seat) {
            if (!is_meant(seat)) continue;
            for (const GpuId id : comparison.ids_of(seat)) ids.push_back(id);
        }
    }
    return ids;
}

// What readers want said; the same of several places once. What hangs on a source that contradicts itself is
// told as well.
Findings remarks_of(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                    const Meaning& meaning) {
    constexpr std::size_t most_places = 4;
    struct Told {
        const ObservedRemark* first;
        std::size_t places = 0;
    };
    std::vector<Told> told;
    Findings findings;
    for (const ObservedRemark& remark : observed.remarks) {
        std::size_t at = 0;
        while (at < told.size() &&
               (told[at].first->from != remark.from || told[at].first->text != remark.text))
            ++at;
        if (at == told.size()) {
            told.push_back({&remark});
            Finding& finding = findings.emplace_back(
                Finding{remark.severity, observed.sources[remark.from.value()].file, "", remark.text, ""});
            if (remark.severity == Severity::mismatch) {
                const auto gpus = gpus_of(remark, topology, observed, matches, meaning);
                finding.severity = meaning.weighed(remark.severity, gpus, Touches::any);
                finding.meaning = meaning.of(gpus, Touches::any, "hangs on what is true there",
                                             "hang on what is true there");
            }
        }
        if (++told[at].places <= most_places) findings[at].place += ", " + remark.place;
    }
    for (std::size_t at = 0; at < told.size(); ++at) {
        if (told[at].places > most_places)
            findings[at].place += fmt::format(" and {} more", told[at].places - most_places);
    }
    return findings;
}

bool has_several_kinds(const Topology& topology) {
    return topology.kinds().size() > 1;
}

}  // namespace

std::vector<Match> match_servers(const Topology& topology, const Observed& observed, GpuId first) {
    std::vector<Match> matches;
    std::uint32_t next = first.value();
    for (std::size_t host = 0; host < observed.hosts.size(); ++host) {
        auto server = server_from(topology, next);
        if (has_several_kinds(topology)) {
            // Kinds come in runs: the first server of a later run is the next that can differ.
            std::uint32_t at = next;
            for (const DomainRun& run : topology.runs()) {
                const auto candidate = server_from(topology, at);
                if (candidate &&
                    topology.kind_of(*candidate).servers.gpus == observed.hosts[host].gpus.size()) {
                    server = candidate;
                    break;
                }
                if (!candidate) break;
                const std::uint64_t run_gpus = std::uint64_t{run.count} * topology.kinds()[run.kind].gpus();
                at = static_cast<std::uint32_t>(std::min<std::uint64_t>(at + run_gpus, topology.gpu_count()));
            }
        }
        if (!server) break;
        matches.push_back({host, *server});
        next = server->gpu.value() + topology.kind_of(*server).servers.gpus;
    }
    return matches;
}

std::vector<Match> match_hosts(const Topology& topology, const Observed& observed, const Placement& placement,
                               const std::vector<std::string>& hosts) {
    std::vector<GpuPlace> servers;
    std::set<std::uint32_t> known;
    for (const GpuId gpu : placement.gpu_of.items()) {
        if (servers.size() == hosts.size()) break;
        const GpuPlace place = topology.place(gpu);
        if (known.insert(place.server_id).second) servers.push_back(place);
    }
    std::vector<Match> matches;
    for (std::size_t host = 0; host < observed.hosts.size(); ++host) {
        const std::string own = observed.hosts[host].name.value_or("");
        auto name = std::find(hosts.begin(), hosts.end(), own);
        if (name == hosts.end()) {
            name = std::find_if(hosts.begin(), hosts.end(),
                                [&](const std::string& it) { return is_same_host(it, own); });
        }
        const auto number = static_cast<std::size_t>(name - hosts.begin());
        if (name == hosts.end() || number >= servers.size()) continue;
        const auto first = servers[number].gpu.value() - servers[number].gpu_in_server;
        matches.push_back({host, topology.place(GpuId(first))});
    }
    return matches;
}

ServersOfJob servers_without(const Topology& topology, const Placement& placement,
                             const std::vector<Match>& matches) {
    std::set<std::uint32_t> servers;
    for (const GpuId gpu : placement.gpu_of.items()) servers.insert(topology.place(gpu).server_id);
    ServersOfJob result{servers.size(), 0};
    for (const Match& match : matches) servers.erase(match.first_gpu.server_id);
    result.missing = servers.size();
    return result;
}

Findings compare(const Topology& topology, const Observed& observed, const std::vector<Match>& matches,
                 const std::optional<PlacedRanks>& job) {
    Findings findings;
    const Meaning meaning(topology, job);
    for (Finding& finding : told_disagreements(topology, observed, matches, meaning))
        findings.push_back(std::move(finding));
    for (const Match& match : matches) {
        Comparison comparison(topology, observed, match, meaning, findings);
        for (const Compare each : comparisons) each(comparison);
    }
    for (Finding& finding : compare_rails(topology, observed, matches, meaning))
        findings.push_back(std::move(finding));
    for (Finding& finding : remarks_of(topology, observed, matches, meaning))
        findings.push_back(std::move(finding));
    if (matches.size() < observed.hosts.size()) {
        findings.push_back(
            {Severity::warning, topology.name(),
             fmt::format("{} server{}", matches.size(), matches.size() == 1 ? "" : "s"),
             fmt::format("{} host{}", observed.hosts.size(), observed.hosts.size() == 1 ? "" : "s"),
             "hosts beyond the last server, or not among those of the job, were not compared: no rank of "
             "this "
             "job sits there"});
    }
    return findings;
}

namespace {

// "NVLinks", or "NVLinks of GPU 6, GPU 7" where those of others are told; empty: all are.
std::string untold_links(const ObservedHost& host) {
    const auto is_told = [&](std::size_t gpu) {
        if (host.gpus[gpu].lanes.known() || host.gpus[gpu].nvlink_peak.known()) return true;
        std::size_t told = 0;
        for (std::size_t other = 0; other < host.gpus.size(); ++other) {
            const ObservedPair& pair = host.pair(gpu, other);
            told += other != gpu && (pair.lanes.known() || pair.nvlink_peak.known()) ? 1U : 0U;
        }
        return told > 0 && 2 * told + 1 >= host.gpus.size();
    };
    std::string some;
    std::size_t untold = 0;
    for (std::size_t gpu = 0; gpu < host.gpus.size(); ++gpu) {
        if (is_told(gpu)) continue;
        some += (untold == 0 ? "" : " and ") + gpu_label(host, gpu);
        ++untold;
    }
    if (untold == 0) return "";
    return untold == host.gpus.size() ? "NVLinks" : "NVLinks of " + some;
}

}  // namespace

std::string not_told(const ObservedHost& host) {
    std::string missing;
    const auto say = [&](bool is_missing, std::string_view what) {
        if (is_missing) missing += (missing.empty() ? "" : ", ") + std::string(what);
    };
    const auto any_gpu = [&](auto lacks) { return std::any_of(host.gpus.begin(), host.gpus.end(), lacks); };
    say(host.gpus.empty(), "GPUs");
    say(!untold_links(host).empty(), untold_links(host));
    say(any_gpu([](const ObservedGpu& gpu) { return candidates(gpu).empty(); }), "models of GPUs");
    say(any_gpu([](const ObservedGpu& gpu) { return !gpu.pcie.bandwidth.known(); }), "PCIe links");
    say(any_gpu([](const ObservedGpu& gpu) { return !gpu.numa.known(); }), "NUMA nodes");
    say(host.nics.empty(), "NICs");
    say(!host.untold.empty(),
        fmt::format("what {} device{} {}", host.untold.size(), host.untold.size() == 1 ? "" : "s",
                    host.untold.size() == 1 ? "is" : "are"));
    say(std::any_of(host.nics.begin(), host.nics.end(),
                    [](const ObservedNic& nic) { return !nic.rate.known(); }),
        "rates of NICs");
    return missing;
}

std::string seen_in(const ObservedHost& host) {
    if (host.gpus.empty() && host.nics.empty() && !host.untold.empty())
        return untold_text(host.untold.size());
    std::string text = fmt::format("{} GPU{}", host.gpus.size(), host.gpus.size() == 1 ? "" : "s");
    if (!host.gpus.empty()) {
        const std::string model = model_label(host.gpus.front());
        if (!model.empty()) text += " (" + model + ")";
    }
    text += fmt::format(", {} NIC{}", host.nics.size(), host.nics.size() == 1 ? "" : "s");
    if (!host.switches.empty())
        text += fmt::format(", {} NVSwitch{}", host.switches.size(), host.switches.size() == 1 ? "" : "es");
    return text;
}

}  // namespace railyard::machine
