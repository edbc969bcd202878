#pragma once
// Placements that choose their domains, and placements whose blocks change places: what the policies of a
// layout's rules do not do.

#include <optional>
#include <variant>

#include "railyard/job/layout.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::search {

// As the layout's rules place it, on the domains that `choice` takes; where those are chosen, whole blocks
// only, but for packed ranks. What differs from the rules has PlacementOrigin::given.
std::variant<Placement, DoesNotFit> place_on(const Topology& topology, const Layout& layout,
                                             DomainChoice choice);

// The time of a placed layout and what it moves by the same model; nothing where the calibration does not
// know its GPU.
struct PlacedStep {
    StepTimes times;
    Volumes volumes;
    Bytes network;  // between domains in a step
};
std::optional<PlacedStep> step_of(const Topology& topology, const TimeModel& model, const Layout& layout,
                                  const Evaluation& evaluation);

struct SwappedBlocks {
    Placement placement;
    Bytes saved;  // between domains in a step
};
// The placement with whole blocks swapped, moved to free places of the domains in use as well; nothing where
// blocks straddle domains or no swap saves anything.
std::optional<SwappedBlocks> swapped_blocks(const Topology& topology, const Layout& layout,
                                            const Volumes& volumes, const Placement& placement,
                                            std::uint64_t seed);

}  // namespace railyard::search
