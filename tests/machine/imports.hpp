#pragma once
// Imports and what comes of them.

#include <string>
#include <variant>

#include "railyard/input/source.hpp"
#include "railyard/input/yaml.hpp"
#include "railyard/machine/import.hpp"
#include "railyard/topology/load.hpp"
#include "tests/machine/comparisons.hpp"

namespace railyard::machine {

inline ImportedTopology imported(const Observed& observed, const ImportChoices& choices = {}) {
    return std::get<ImportedTopology>(import_topology(observed, choices));
}

inline LoadedTopology loaded(const ImportedTopology& topology) {
    return load_topology(test::shipped_library(),
                         input::parse_yaml(input::make_source("imported.yaml", topology_yaml(topology))));
}

// Findings of what was imported against the topology made of it. Loads, and places a job of tp over each
// server.
inline Findings round_trip(const Observed& observed) {
    const Topology topology = loaded(imported(observed)).topology;
    Degrees degrees;
    degrees.tp = topology.available_in(topology.domain(DomainId(0)));
    const RankGrid grid(test::order_of("tp,cp,pp,dp"), degrees);
    const Placement placement = std::get<Placement>(place(topology, grid, {}));
    return compare(topology, observed, match_servers(topology, observed), PlacedRanks{grid, placement});
}

}  // namespace railyard::machine
