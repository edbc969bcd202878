#include "railyard/planned_topology.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "railyard/asked_topology.hpp"
#include "railyard/base/error.hpp"
#include "railyard/base/figures.hpp"
#include "railyard/cluster/allocated_topology.hpp"
#include "railyard/cluster/formats.hpp"
#include "railyard/cluster/hostlist.hpp"
#include "railyard/cluster/merge.hpp"
#include "railyard/cluster/seating.hpp"
#include "railyard/input/capture.hpp"
#include "railyard/input/source.hpp"
#include "railyard/topology/load.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::tool {
namespace {

InputError wrong(std::string message, std::string hint) {
    return InputError(Diagnostic{{}, std::move(message), std::move(hint), "", 0});
}

// What the files of --machine say together.
std::optional<cluster::Cluster> read_cluster(const PlanOptions& options, std::vector<std::string>& notes) {
    std::optional<cluster::Cluster> whole;
    for (const std::string& file : options.cluster_files) {
        cluster::Cluster read =
            cluster::read_cluster(input::as_shown(input::read_source(file, cluster::largest_cluster_file)));
        notes.insert(notes.end(), read.notes.begin(), read.notes.end());
        if (!whole) {
            whole = std::move(read);
            continue;
        }
        for (const Finding& finding : cluster::merge_into(*whole, read))
            notes.push_back(finding.place + ": " + finding.expected + ", but " + finding.seen);
    }
    return whole;
}

// "for 40 hosts: 160 GPUs in 3 racks"
std::string summary(const cluster::AllocatedTopology& allocated) {
    const Topology& topology = allocated.topology;
    std::vector<DomainId> domains;
    std::uint64_t gpus = 0;
    for (std::uint32_t d = 0; d < topology.domain_count(); ++d) {
        const std::uint32_t there = topology.available_in(topology.domain(DomainId(d)));
        gpus += there;
        if (there > 0) domains.emplace_back(d);
    }
    return "planned for the " + counted(allocated.host_of.size(), "host") +
           " of --hosts: " + counted(gpus, "GPU") + " in " +
           counted(domains.size(), word_of(topology, domains));
}

}  // namespace

PlannedTopology planned_topology(const PlanOptions& options, const input::Library& library) {
    LoadedTopology on = asked_topology(library, options.topology);
    PlannedTopology planned{std::move(on.topology), std::move(on.notes), {}};
    const std::vector<std::string> hosts = options.hosts.hosts();
    if (hosts.empty()) {
        if (!options.cluster_files.empty())
            throw wrong("--machine says where hosts are, and --hosts is not given",
                        "name the hosts of the job with --hosts");
        return planned;
    }
    const auto cluster = read_cluster(options, planned.notes);
    auto found = cluster ? cluster::allocated_by_cluster(planned.topology, *cluster, hosts)
                         : cluster::allocated_by_name(planned.topology, hosts);
    if (const auto* problem = std::get_if<cluster::HostsProblem>(&found))
        throw wrong("--hosts: " + problem->message, problem->hint);
    auto& allocated = std::get<cluster::AllocatedTopology>(found);
    planned.notes.push_back(summary(allocated));
    planned.topology = std::move(allocated.topology);
    planned.host_of = std::move(allocated.host_of);
    return planned;
}

std::vector<GpuId> gpus_named(const PlannedTopology& planned, const std::vector<std::string>& names) {
    const Topology& topology = planned.topology;
    std::map<std::string, std::uint32_t> server_of;
    for (const auto& [server, host] : planned.host_of) server_of.emplace(host, server);
    std::vector<GpuId> gpus;
    for (const std::string& name : names) {
        std::string part = name;
        if (const auto host = server_of.find(name); host != server_of.end()) {
            // Servers are numbered as GPUs are.
            for (std::uint32_t g = 0; g < topology.gpu_count();) {
                const GpuPlace place = topology.place(GpuId(g));
                if (place.server_id == host->second) part = server_name(topology, place);
                if (place.server_id == host->second) break;
                g += topology.kind_of(place).servers.gpus;
            }
        }
        const auto found = parse_name(topology, part);
        if (const auto* why = std::get_if<std::string>(&found))
            throw wrong("--without " + name + ": " +
                            (planned.host_of.empty() ? "" : "no host of --hosts is called so, and ") + *why,
                        "a domain, a server or a GPU, such as " + gpu_name(topology, GpuId(0)) +
                            (planned.host_of.empty() ? "" : ", or a host"));
        const auto& range = std::get<GpuRange>(found);
        const std::size_t before = gpus.size();
        for (std::uint32_t i = 0; i < range.count; ++i) {
            const GpuId gpu(range.first.value() + i);
            if (topology.is_available(gpu)) gpus.push_back(gpu);
        }
        if (gpus.size() == before)
            throw planned.host_of.empty()
                ? wrong("--without " + name + ": the topology lists it as unavailable already",
                        "leave it out of --without")
                : wrong("--without " + name + ": none of --hosts is there, so nothing changes without it",
                        "name a host of --hosts, or a part of " + topology.name() + " that holds one");
    }
    return gpus;
}

std::string hosts_in_order(const PlannedTopology& planned, const Topology& topology,
                           const Placement& placement) {
    std::vector<std::string> hosts;
    for (const GpuPlace& server : cluster::seat_ranks(topology, placement).servers)
        hosts.push_back(planned.host_of.at(server.server_id));
    return cluster::to_hostlist(hosts);
}

}  // namespace railyard::tool
