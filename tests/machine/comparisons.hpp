#pragma once
// Fixtures and texts against topologies: findings as lines of text.

#include <string>
#include <vector>

#include "railyard/machine/compare.hpp"
#include "railyard/machine/merge.hpp"
#include "tests/machine/fixtures.hpp"
#include "tests/support/tensor_groups.hpp"

namespace railyard::machine {

// Groups of tp on a topology by name, and what there is to find of them there.
struct Checked : test::TensorGroups {
    using TensorGroups::TensorGroups;

    [[nodiscard]] Findings findings(const Observed& observed) const {
        return compare(topology, observed, match_servers(topology, observed), PlacedRanks{grid, placement});
    }
    [[nodiscard]] Findings of_fixture(const std::string& name) const { return findings(read_fixture(name)); }
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
