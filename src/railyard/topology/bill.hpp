#pragma once
// What a topology costs and draws: the parts that files give a cost or a power, times how many there are.
// Parts without one count nothing, so a sum is as complete as the files are: bill_notes.hpp says what it
// leaves out.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/topology/cabling.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

struct Bill {
    std::optional<Money> cost;   // nothing where no part has one
    std::optional<Watts> power;  // of the whole machine under load
};

// Of all its GPUs, servers, NVSwitches, NICs, network switches and cables. A last run that comes as needed
// counts with `as_needed` physical domains.
Bill bill_of(const Topology& topology, std::uint32_t as_needed);

enum class PartKind : std::uint8_t { gpu, server, nic, nvswitch, nvlink, tier_switch, tier_cable };

struct BilledPart {
    PartKind kind = PartKind::gpu;
    std::size_t of = 0;  // the kind of domain, or the tier
    std::uint64_t count = 0;
    PartBill each;
};

// All parts, each kind of domain and each tier by itself; no tiers where no part of theirs has a cost or
// power and `Tiers::priced` asks for those alone. Tiers are counted as cabling_of does.
enum class Tiers { priced, all };
std::vector<BilledPart> parts_of(const Topology& topology, std::uint32_t as_needed, Tiers tiers);

}  // namespace railyard
