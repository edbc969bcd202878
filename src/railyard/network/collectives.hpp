#pragma once
// What one collective costs on the links that its group sees: the algorithms that NCCL has, each with its
// latency and the bandwidth it reaches, the cheapest of them taken as NCCL's tuner takes it.
//
// Inside a domain every protocol is a straight line in the bytes on the wire: a low-latency one (LL, LL128)
// for small messages and Simple for large ones. The lower of the two bends where measured curves bend; one
// line alone is 30 to 50 % too fast between 1 and 16 MiB. What is sent is that of nccl-tests' PERFORMANCE.md:
// 2 (n-1)/n S for an all-reduce, (n-1)/n S for the others.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "railyard/base/units.hpp"
#include "railyard/placement/group_links.hpp"

namespace railyard {

enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all };
inline constexpr std::size_t collective_count = 4;
inline constexpr std::array<std::string_view, collective_count> collective_names = {
    "all-reduce", "all-gather", "reduce-scatter", "all-to-all"};

enum class Algorithm { ring, tree, nvls, direct, relayed };
inline constexpr std::array<std::string_view, 5> algorithm_names = {
    "ring", "tree", "NVLS", "direct all-to-all", "relayed all-to-all"};

// One collective inside one domain: latencies, and shares of the nominal rate of a member's links.
struct DomainCurve {
    Seconds small_base;  // low-latency protocols: one rank's start ...
    Seconds small_step;  // ... and one step to the next member
    double small_share = 0.3;
    double small_few_members = 0;  // small_share is reached by n / (n + small_few_members)
    Seconds large_base;            // Simple
    Seconds large_step;
    double large_share = 0.75;
    double few_members = 0;  // the same of large_share
    Seconds large_floor;     // Simple takes this long per member at least
    Seconds simple_start;    // all-to-all: what Simple's handshake adds to the low-latency line where a send
                             // to one peer is too long for LL
};

// In-switch reduction (NVLink SHARP): all-reduces of at least `least_members` in one switched domain.
struct NvlsCurve {
    std::uint32_t least_members = 5;
    Seconds step;      // per member
    double share = 1;  // of the nominal rate, as bus bandwidth: above 1 where the switch halves the traffic
};

// What software needs beyond a domain.
struct NetworkCurve {
    double share = 0.97;            // of a NIC's rate that arrives
    Seconds small_hop;              // low-latency protocols, from domain to domain
    double small_share = 0.5;       // of the rate
    Seconds large_base;             // Simple
    Seconds large_step;             // per member of the group
    BytesPerSecond most_per_group;  // a communicator's channels drive no more out of one domain
    double tree_share = 0.92;       // of the rate that a tree reaches (NCCL tuning.cc)
};

struct CollectiveCurves {
    std::array<DomainCurve, collective_count> domain;
    std::optional<NvlsCurve> nvls;
    NetworkCurve network;
    // NCCL's default NCCL_P2P_LL_THRESHOLD: a send of more to one peer takes Simple, on few channels at
    // first.
    Bytes low_latency_send = bytes(16384);
};

struct CollectiveCost {
    Seconds time;
    Algorithm algorithm = Algorithm::ring;
};

// `size`: what nccl-tests calls the size. All-reduce: the buffer; all-gather: the whole output;
// reduce-scatter: the whole input; all-to-all: what one rank sends, its own part in. Nothing for one member.
CollectiveCost collective_cost(Collective kind, Bytes size, const GroupClass& group,
                               const CollectiveCurves& curves);

// Bytes that a member sends on the wire, by the convention of bus bandwidths: size x 2(n-1)/n or (n-1)/n.
Bytes bus_bytes(Collective kind, Bytes size, std::uint32_t members);

// The algorithms, one a file; nothing where the group cannot run it. Sizes as above.
std::optional<Seconds> ring_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves);
std::optional<Seconds> tree_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves);
std::optional<Seconds> nvls_time(Collective kind, Bytes size, const GroupClass& group,
                                 const CollectiveCurves& curves);
CollectiveCost all_to_all_cost(Bytes size, const GroupClass& group, const CollectiveCurves& curves);

// One message from one GPU to another, `alone` or with everybody else sending too (the caller gives the
// rate).
Seconds send_time(Bytes size, BytesPerSecond rate, Seconds latency);

// Rate at which all members of the group in one domain together send out of it.
BytesPerSecond out_of_domain(const GroupClass& group, const NetworkCurve& curve);

}  // namespace railyard
