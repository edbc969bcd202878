#pragma once
// Hosts by the names that different programs have for them: Slurm says node1, Kubernetes node1.site.example.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// Refers to the cluster, whose hosts must not change meanwhile.
class HostLookup {
  public:
    explicit HostLookup(const Cluster& cluster);

    // The host of that name, or the only one whose name is the same up to the first dot when one of the two
    // has no dot; else none.
    [[nodiscard]] HostId find(std::string_view name) const;

  private:
    struct Short {
        HostId host;              // the first of that short name
        std::uint32_t hosts = 0;  // with it
    };
    const Cluster& cluster_;
    std::unordered_map<std::string, Short> by_short_name_;
};

// All hosts of a cluster, those of these names first, each once.
std::vector<HostId> hosts_of_the_job_first(const Cluster& cluster, const std::vector<std::string>& names);

}  // namespace railyard::cluster
