#pragma once
// Labels that say where a Kubernetes node is, whatever file they stand in.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/cluster/cluster.hpp"

namespace railyard::cluster {

// What a label says of its node.
enum class LabelSays {
    clique,  // its NVLink domain, as the driver names it: cluster UUID and clique
    domain,  // its NVLink domain by any other name
    block,   // a block inside that
    tier     // a switch above it, or a rack or room that stands for one
};

struct TopologyLabel {
    std::string_view key;
    LabelSays says;
    std::uint32_t tier = 0;  // 0: nearest to the host
};

// One line per label. Sources: NVIDIA's GPU feature discovery; Topograph's reference of node labels, and its
// earlier names; the topology labels of EKS, GKE and OKE.
inline constexpr std::array<TopologyLabel, 18> topology_labels = {{
    {"nvidia.com/gpu.clique", LabelSays::clique},
    {"accelerator.topograph.run/domain", LabelSays::domain},
    {"network.topology.nvidia.com/accelerator", LabelSays::domain},
    {"accelerator.topograph.run/sub-domain", LabelSays::block},
    {"fabric.topograph.run/tier-0", LabelSays::tier, 0},
    {"fabric.topograph.run/tier-1", LabelSays::tier, 1},
    {"fabric.topograph.run/tier-2", LabelSays::tier, 2},
    {"fabric.topograph.run/tier-3", LabelSays::tier, 3},
    {"network.topology.nvidia.com/leaf", LabelSays::tier, 0},
    {"network.topology.nvidia.com/spine", LabelSays::tier, 1},
    {"network.topology.nvidia.com/core", LabelSays::tier, 2},
    {"topology.k8s.aws/network-node-layer-3", LabelSays::tier, 0},
    {"topology.k8s.aws/network-node-layer-2", LabelSays::tier, 1},
    {"topology.k8s.aws/network-node-layer-1", LabelSays::tier, 2},
    {"cloud.google.com/gce-topology-subblock", LabelSays::tier, 0},
    {"cloud.google.com/gce-topology-block", LabelSays::tier, 1},
    {"oci.oraclecloud.com/host.rack_id", LabelSays::tier, 0},
    {"oci.oraclecloud.com/host.network_block_id", LabelSays::tier, 1},
}};

// Null for a key that says nothing of places.
const TopologyLabel* topology_label(std::string_view key);

// Puts hosts where their labels say that they are.
class LabelledHosts {
  public:
    explicit LabelledHosts(Cluster& cluster) : cluster_(cluster) {}

    // The value of a key; empty or nothing: the node has no such label.
    using ValueOf = std::function<std::optional<std::string_view>(std::string_view key)>;
    void take(HostId host, const ValueOf& value_of);

    // Puts a host below its switches, the nearest first; empty names are tiers that it says nothing of.
    void hang(HostId host, const std::vector<std::string>& tiers);

    // Notes on the cluster: cliques that name no rack, and hosts that no label places.
    void finish();

  private:
    void take_clique(HostId host, std::string_view value);
    void note_without_rack();

    Cluster& cluster_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> joined_;
    std::vector<std::pair<HostId, std::string>> without_rack_;  // and the clique of each
};

inline constexpr std::size_t most_tiers = 8;  // of one host

// Whether the value of nvidia.com/gpu.clique names a rack: "UUID.CLIQUE" does; "7" and ".7" do not. Racks
// that have nothing to do with each other report the same clique.
bool names_a_rack(std::string_view clique);

// Whether `value`, with which a text ends, may be what is left of a longer one that is known: "UUID.1" of
// "UUID.17".
bool is_part_of_another(const Cluster& cluster, std::string_view value);

// "node[1-4], ...": the first of many names.
std::string first_of(std::vector<std::string> names);

}  // namespace railyard::cluster
