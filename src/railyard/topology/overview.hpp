#pragma once
// What there is to say of a topology at a glance: the bandwidth of a GPU at each reach, what each tier
// offers, and what is missing. An endless topology is looked at in a size that says enough.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/topology/inventory.hpp"
#include "railyard/topology/reach.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Which pairs of GPUs a row of rates is about.
enum class PairKind {
    nvlink,             // over NVLink; where there are two boards, on one of them
    nvlink_two_boards,  // over NVLink and the trunks
    pcie,               // no NVLink between them; on one CPU
    pcie_two_cpus,      // on two
    network             // at a tier
};

struct ReachRates {
    PairKind pairs = PairKind::nvlink;
    std::size_t tier = 0;       // network
    BytesPerSecond pair_least;  // what one pair alone gets; pairs differ where links are listed
    BytesPerSecond pair_most;
    BytesPerSecond per_gpu;  // what each GPU gets when all send at this reach at once
    std::optional<BytesPerSecond>
        per_gpu_planned;  // the same at the rate that software plans with, where known
    Seconds latency;      // one way, without software
};

struct KindOverview {
    std::uint32_t kind = 0;      // index into Topology::kinds()
    std::uint64_t physical = 0;  // domains of this kind: racks, boxes
    std::uint64_t domains = 0;   // scale-up domains: more, where they are partitioned
    DomainInventory parts;       // of one
    std::vector<ReachRates> reaches;
    // Of one scale-up domain; of the smallest partition. Nothing: too large to search.
    std::optional<BytesPerSecond> bisection;
};

struct TierOverview {
    TierInventory parts;
    TierSwitches shape;
    BytesPerSecond bisection;  // of the first span
};

struct Overview {
    std::vector<KindOverview> kinds;
    std::vector<TierOverview> tiers;
    DomainInventory parts;  // of all domains
    std::uint64_t physical = 0;
    std::uint64_t domains = 0;
    std::vector<std::string> unavailable;  // names, whole domains and servers by one
};

// The topology must be finite.
Overview overview_of(const Topology& topology);

// Why an overview shows the size it does.
enum class ShownSize {
    all,          // the topology has a size of its own
    asked_for,    // somebody chose it
    full_span,    // of the highest tier that spans a number
    one_domain,   // no tier does
    domain_alone  // a domain was asked for by its own name: no network above it
};
struct Shown {
    Topology topology;
    ShownSize size = ShownSize::all;
    std::size_t tier = 0;  // full_span
};

// Cuts an endless topology to `domains` of its last kind or, left out, to a size that says enough.
Shown shown_part(const Topology& topology, std::optional<std::uint32_t> domains);

// One domain and no network: what a domain's own name stands for where nothing is placed on it.
Shown domain_alone(const Topology& topology);

// Most domains that the last run can be cut to.
std::uint32_t most_domains(const Topology& topology);

}  // namespace railyard
