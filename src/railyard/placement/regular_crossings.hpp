#pragma once
// How many hops of one distance leave the domains and the spans of a regular placement.

#include <cstdint>

#include "railyard/placement/regular.hpp"
#include "railyard/placement/residues.hpp"

namespace railyard {

class RegularCrossings {
  public:
    explicit RegularCrossings(const RegularPlacement& placement) : placement_(placement) {}

    // Whether parts of so many positions (0: of all) hold the whole job.
    [[nodiscard]] bool holds_all(std::uint64_t part) const {
        return part == 0 || part >= placement_.positions;
    }
    // Whether no span of so many ends within a domain that is used.
    [[nodiscard]] bool holds_domains(std::uint64_t span) const {
        return holds_all(span) || span % placement_.ranks_in_domain == 0;
    }

    // Hops from each of a set of positions, `start` further on, to `distance` above that leave a part of so
    // many.
    [[nodiscard]] std::uint64_t leaving(const AxisSet& from, std::uint64_t start, std::uint64_t part,
                                        std::uint64_t distance) const {
        return holds_all(part) ? 0 : crossings(from, start, part, distance);
    }
    // The same of those that leave their domain and a span of so many.
    [[nodiscard]] std::uint64_t leaving_both(const AxisSet& from, std::uint64_t start, std::uint64_t span,
                                             std::uint64_t distance) const;

    // After how many positions domains and spans of so many begin together again; where that is beyond the
    // last rank, so many that all ranks are below.
    [[nodiscard]] std::uint64_t round(std::uint64_t span) const;

  private:
    const RegularPlacement& placement_;
};

}  // namespace railyard
