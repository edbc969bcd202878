#include "railyard/topology/parts.hpp"

namespace railyard {

TopologyParts taken_apart(const Topology& topology) {
    return {topology.name(),      topology.about(),   topology.kinds(),      topology.runs(),
            topology.as_needed(), topology.network(), topology.unavailable()};
}

}  // namespace railyard
