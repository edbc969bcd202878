#include "railyard/cluster/host_meaning.hpp"

#include <algorithm>

namespace railyard::cluster {
namespace {

std::string short_name(const std::string& name) {
    return name.substr(0, name.find('.'));
}

}  // namespace

HostMeaning::HostMeaning(const Topology& topology, const PlacedRanks& job,
                         const std::vector<std::string>& hosts)
    : topology_(topology), meaning_(topology, job), seating_(seat_ranks(topology, job.placement)) {
    for (std::size_t i = 0; i < hosts.size(); ++i) seat_of_.try_emplace(short_name(hosts[i]), i);
}

void HostMeaning::add_to(Findings& findings, const Cluster& cluster, Touches touches) const {
    for (Finding& finding : findings) {
        if (!cluster.hosts.find(finding.place).is_none()) add_to(finding, touches);
    }
}

void HostMeaning::add_to(Finding& finding, Touches touches) const {
    if (seat_of_.empty()) {
        finding.meaning += "; --hosts, the hosts of the job, tells which groups hang on it";
        return;
    }
    const auto seat = seat_of_.find(short_name(finding.place));
    if (seat == seat_of_.end() || seat->second >= seating_.servers.size()) {
        finding.severity = std::min(finding.severity, Severity::warning);
        finding.meaning = "no rank of this job sits there; " + finding.meaning;
        return;
    }
    const GpuPlace& server = seating_.servers[seat->second];
    std::vector<GpuId> gpus;
    for (std::uint32_t gpu = 0; gpu < topology_.kind_of(server).servers.gpus; ++gpu)
        gpus.emplace_back(server.gpu.value() - server.gpu_in_server + gpu);
    finding.severity = meaning_.weighed(finding.severity, gpus, touches);
    finding.meaning = meaning_.of(gpus, touches, "hangs on it", "hang on it") + "; " + finding.meaning;
}

}  // namespace railyard::cluster
