#pragma once
// Where every rank sits. Placement goes block by block: a block is the smallest aligned run of ranks that
// holds whole groups of everything a layout wants kept together, and a block that fits a domain never
// straddles two.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "railyard/base/ids.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/rank_grid.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// `count` ranks from `first_rank` on sit, in order, on the available GPUs of one domain from number `slot`
// on.
struct Segment {
    RankId first_rank;
    std::uint32_t count = 0;
    DomainId domain;
    std::uint32_t slot = 0;
};

// Consecutive domains that were too small for a block and stayed empty.
struct PassedOver {
    DomainId first;
    std::uint32_t count = 0;
    std::uint32_t largest = 0;  // most GPUs that one of them offers
};

// Whose choice a placement is: the layout's rules, or a list that was given.
enum class PlacementOrigin { rules, given };

struct Placement {
    PlacementOrigin origin = PlacementOrigin::rules;
    std::vector<Segment> segments;  // in rank order
    IdVector<RankId, GpuId> gpu_of;
    std::uint32_t block = 1;
    bool blocks_straddle = false;  // the block is larger than every domain
    std::uint32_t domains_used = 0;
    std::uint32_t servers_used = 0;
    std::uint32_t gpus_idle = 0;         // healthy GPUs of used domains that hold no rank, spares included
    std::uint32_t gpus_spare = 0;        // those of them that per_domain keeps back
    std::uint32_t gpus_unavailable = 0;  // of used domains
    std::vector<PassedOver> passed_over;
};

// The answer "no": the job does not fit.
struct DoesNotFit {
    std::uint32_t ranks = 0;
    std::uint32_t placed = 0;     // ranks that found a GPU
    std::uint32_t available = 0;  // GPUs that the rules let be used, over all domains
    std::uint32_t short_by = 0;   // GPUs missing: ranks - placed
    std::string why;
};

using PlacementResult = std::variant<Placement, DoesNotFit>;

// Block size for the kept dimensions and tiles. Whole groups of tp, cp, pp, dp or of a tile of them reach to
// the outermost of their digits; etp and ep cut a stage in rank order, so with pp among the inner digits a
// block holds those stages too. Keeping ep keeps etp. A product of leading digits, or of a part of one for
// ep.
std::uint32_t block_size(const RankGrid& grid, const std::vector<OrderItem>& keep);

// Places all ranks by the layout's rules. `rules.per_domain` 0 uses all GPUs of a domain.
PlacementResult place(const Topology& topology, const RankGrid& grid, const PlacementRules& rules);

// The placement that a list of GPUs stands for, GPU of rank 0 first. The GPUs exist, are available and
// differ.
Placement placement_of(const Topology& topology, IdVector<RankId, GpuId> gpu_of);

}  // namespace railyard
