#pragma once
// A placed job as a picture needs it: the domains that are used, who sits where in them, and the hops of a
// group.

#include <cstdint>
#include <string>
#include <vector>

#include "explorer/core/session.hpp"
#include "railyard/job/layout.hpp"

namespace railyard::explorer {

// Who sits on a GPU, where it is not a rank: nobody, nobody as it is not there, or nobody as `per_domain`
// keeps it back.
enum Seat : std::int32_t { seat_idle = -1, seat_unavailable = -2, seat_spare = -3 };

// Of the domains from the first to the last that holds a rank; `gpus` of one stand one after the other in
// `ranks`.
struct DrawnDomain {
    std::uint32_t first_gpu = 0;  // its id
    std::uint32_t gpus = 0;
    std::uint32_t gpus_per_server = 0;
    std::uint32_t kind = 0;
    std::uint32_t physical = 0;
    std::uint32_t partition = 0;
    std::uint32_t span = 0;  // of the tier that the picture is grouped by
};

struct Racks {
    std::vector<DrawnDomain> domains;
    std::vector<std::int32_t> ranks;  // per GPU of the domains: its rank, or a Seat
    std::string tier;                 // that the spans are of: the highest with an end; empty: no such tier
};

Racks draw_racks(const PlacedJob& job);

// Words for a domain of the picture: "rack3", and what its GPUs and their links are.
std::string domain_words(const PlacedJob& job, const DrawnDomain& domain);

// Coordinate of every rank in a dimension.
std::vector<std::int32_t> coordinates(const PlacedJob& job, Dimension dimension);

// One hop of a group. `reach` is its level: 1 NVLink, 2 PCIe, 3 and on the tiers.
struct DrawnHop {
    std::uint32_t from_gpu = 0;
    std::uint32_t to_gpu = 0;
    std::uint32_t reach = 0;
    std::uint32_t is_own = 0;  // starts or ends at the rank that was pointed at
};

// The hops of the group that holds a rank; of an all-to-all those of the rank itself. Empty for a group of
// one.
std::vector<DrawnHop> hops_of_group(const PlacedJob& job, std::uint32_t rank, Dimension dimension);

// Name of a GPU and of its rank's coordinates and groups, as JSON.
std::string seat_json(const PlacedJob& job, std::uint32_t gpu, std::int32_t rank);

}  // namespace railyard::explorer
