#pragma once
// What a cluster says of itself: its hosts and what joins them. Every reader of this room fills this one
// model and leaves unknown what its format does not say.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/base/units.hpp"
#include "railyard/cluster/named_list.hpp"

namespace railyard::cluster {

using HostId = Id<struct HostTag>;
using SwitchId = Id<struct SwitchTag>;
using BlockId = Id<struct BlockTag>;
using NvlinkDomainId = Id<struct NvlinkDomainTag>;

// One port of a host on the network.
struct Port {
    std::string nic;  // "mlx5_0"; empty: not said
    SwitchId leaf;
    std::optional<BytesPerSecond> rate;        // nominal, one way
    std::optional<BytesPerSecond> could_be{};  // what both ends can, where that is more than the rate
};

struct Host {
    std::string name;
    std::vector<SwitchId> leaves;  // that it is cabled to, each once; empty: unknown
    std::vector<Port> ports;       // where the source tells ports apart
    BlockId block;                 // none: unknown
    NvlinkDomainId domain;         // none: unknown
};

struct Switch {
    std::string name;
    std::string known_as;  // its name at the site, where the source has both; or empty
    std::uint32_t level = 0;
    // The switches that it joins: of lower levels, or of its own where the source does not order them.
    std::vector<SwitchId> joins;
};

// A cable between two switches, where the source tells rates.
struct SwitchLink {
    SwitchId a, b;
    std::optional<BytesPerSecond> rate;        // nominal, one way
    std::optional<BytesPerSecond> could_be{};  // what both ends can, where that is more
};

// Hosts that a scheduler keeps together (Slurm's topology/block). Often, but not always, an NVLink domain.
struct Block {
    std::string name;
    std::string known_as;
};

// What NVLink reaches, as the driver names it: the cluster UUID (the rack) and the clique (its partition) are
// the name together. Racks that have nothing to do with each other report the same clique.
struct NvlinkDomain {
    std::string name;  // "UUID.clique"
};

// The file that told of each, for findings about two files; empty: none, or its name was not kept.
struct Origins {
    std::string hosts, switches, blocks, domains;
};

struct Cluster {
    NamedList<HostId, Host> hosts;
    NamedList<SwitchId, Switch> switches;
    std::vector<SwitchLink> switch_links;  // each cable once
    NamedList<BlockId, Block> blocks;
    NamedList<NvlinkDomainId, NvlinkDomain> domains;
    std::vector<std::uint32_t> block_sizes;  // in hosts, the base size first; empty: not said
    std::vector<std::string> notes;          // what a reader passed over, and why
    Origins from;
};

inline constexpr std::size_t most_leaves = 64;  // that one host is cabled to

// Keeps the name of the file that the whole of a cluster was read from.
void set_origin(Cluster& cluster, const std::string& file);

enum class Cabled { yes, too_many };

// Cables a host to a switch; cabled already, nothing changes. A host that has most_leaves gets no more.
Cabled cable(Cluster& cluster, HostId host, SwitchId leaf);

}  // namespace railyard::cluster
