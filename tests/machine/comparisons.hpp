#pragma once
// Fixtures and texts against topologies: findings as lines of text.

#include <string>
#include <vector>

#include "railyard/machine/compare.hpp"
#include "railyard/machine/merge.hpp"
#include "railyard/topology/load.hpp"
#include "tests/machine/fixtures.hpp"
#include "tests/support/jobs.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::machine {

// A topology by name, and a job of one group of tp over 8 GPUs and dp over the rest, placed on it.
struct Checked {
    explicit Checked(const std::string& topology_name, std::uint32_t ranks = 8, std::uint32_t tp = 8)
        : topology(load_topology(test::shipped_library(), topology_name).topology),
          grid(test::order_of("tp,cp,pp,dp"), degrees(ranks, tp)),
          placement(std::get<Placement>(place(topology, grid, {}))) {}

    static Degrees degrees(std::uint32_t ranks, std::uint32_t tp) {
        Degrees result;
        result.tp = tp;
        result.dp = ranks / tp;
        return result;
    }

    [[nodiscard]] Findings findings(const Observed& observed) const {
        return compare(topology, observed, match_servers(topology, observed), PlacedRanks{grid, placement});
    }
    [[nodiscard]] Findings of_fixture(const std::string& name) const { return findings(read_fixture(name)); }

    Topology topology;
    RankGrid grid;
    Placement placement;
};

inline Observed read_text(const std::string& text, const std::string& name = "a") {
    return read_machine(input::Source(name, text));
}

inline Findings mismatches(const Findings& findings) {
    Findings result;
    for (const Finding& finding : findings) {
        if (finding.severity == Severity::mismatch) result.push_back(finding);
    }
    return result;
}

// The finding at a place that begins so; an empty one if there is none.
inline Finding at_place(const Findings& findings, const std::string& place) {
    for (const Finding& finding : findings) {
        if (finding.place.starts_with(place)) return finding;
    }
    return {};
}

}  // namespace railyard::machine
