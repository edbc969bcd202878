#pragma once
// A placed job as racks, servers and GPUs: tiles in their physical order, coloured by one dimension, with the
// hops of one group drawn over them. Few domains are drawn in full. Of many, one of each is (those that the
// hops join, those asked for), and the others are thumbnails; racks that are alike share one with a count.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/diagram/scene.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/placement/placement.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard::diagram {

// One group of a dimension, numbered by its lowest rank.
struct GroupChoice {
    Dimension dimension = Dimension::pp;
    std::uint32_t number = 0;  // below the number of groups
};

struct PlacementPicture {
    const Topology& topology;
    const Layout& layout;
    const Placement& placement;
    Dimension colour = Dimension::pp;
    std::optional<GroupChoice> hops{};
    double widest = 1320;            // pixels of a row of domains
    std::vector<DomainId> unfold{};  // domains to draw in full; those that are not drawn are passed over
};

Scene placement_scene(const PlacementPicture& picture);

// The dimension to colour by when none is asked for: pp, or the first with more than one member.
Dimension default_colour(const Layout& layout);

}  // namespace railyard::diagram
