#pragma once
// Bytes per step of every dimension by reach: hops times what a hop carries, stage by stage.

#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/placement/hops.hpp"

namespace railyard {

struct TrafficBytes {
    Bytes nvlink;
    Bytes pcie;
    std::vector<Bytes> tiers;

    [[nodiscard]] Bytes network() const;
};

// Of the whole job in one step, as the model of times that the volumes are of takes it to go; of pp both
// directions, and the wrap where chunks are interleaved.
TrafficBytes traffic_of(const Layout& layout, const Volumes& volumes, const DimensionHops& hops);

// The dimensions that a layout's report has: dense ones of more than one member and, for models with experts
// or ranks cut by them, ep, etp and edp.
std::vector<Dimension> dimensions_of(const Layout& layout);

}  // namespace railyard
