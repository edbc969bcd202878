#pragma once
// What a finding about one host means for the groups of a job whose hosts are known.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "railyard/base/finding.hpp"
#include "railyard/cluster/cluster.hpp"
#include "railyard/cluster/seating.hpp"
#include "railyard/placement/meaning.hpp"

namespace railyard::cluster {

class HostMeaning {
  public:
    // `hosts` take the seats of the job in their order; none: which host is which server is not known.
    HostMeaning(const Topology& topology, const PlacedRanks& job, const std::vector<std::string>& hosts);

    // Adds to each finding whose place is a host of the cluster which groups hang on it ("node7" and
    // "node7.site.org" are one). Where no rank sits on it, or none of its groups takes this way, it weighs a
    // warning at most. Findings about other places stay as they are.
    void add_to(Findings& findings, const Cluster& cluster, Touches touches) const;

  private:
    void add_to(Finding& finding, Touches touches) const;

    const Topology& topology_;
    Meaning meaning_;
    Seating seating_;
    std::unordered_map<std::string, std::size_t> seat_of_;  // by short name
};

}  // namespace railyard::cluster
