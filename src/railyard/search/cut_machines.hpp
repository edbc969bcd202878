#pragma once
// The placements of each cut: found when first asked for, those that see the same kept once.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "railyard/search/pin_sizes.hpp"
#include "railyard/search/pin_tally.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/search/plan_space.hpp"

namespace railyard::search {

class CutMachines {
  public:
    // What is given must outlive it.
    CutMachines(const Topology& topology, const PlanSpace& space, const TimeModel& model,
                const std::vector<Pin>& pins, DomainChoice domains = DomainChoice::as_listed);
    CutMachines(const Topology&, const PlanSpace&, const TimeModel&, std::vector<Pin>&&,
                DomainChoice = {}) = delete;
    CutMachines(const Topology&, const PlanSpace&, TimeModel&&, const std::vector<Pin>&,
                DomainChoice = {}) = delete;
    CutMachines(const Topology&, const PlanSpace&, TimeModel&&, std::vector<Pin>&&,
                DomainChoice = {}) = delete;

    // Arrangements that differ and keep every required pin, with DomainChoice::fewest those on as few domains
    // as any of these, and of what is left as many preferred pins as any does; those on the fewest domains
    // first, then those with the fewest hops on the network.
    struct Found {
        std::vector<PlacedMachine> machines;
        std::uint64_t not_placed = 0;  // arrangements without room, or with a pin broken
        std::uint64_t same_as_others = 0;
        std::uint32_t pins_broken = 0;  // preferred ones, by each of them
        std::string why_not;            // of the first that was not placed
    };
    const Found& of(const Degrees& degrees);

    // Of a cut, each on every domain that it may begin on (span_starts()).
    [[nodiscard]] std::uint64_t arrangements(const Degrees& degrees);
    [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }
    [[nodiscard]] const DomainSizes& sizes() const { return sizes_; }
    // Pins that none of the cuts kept; those that gave way to others are tried alone, on some of the cuts.
    [[nodiscard]] UnmetPins unmet();

  private:
    // Degrees as a key.
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    static Key key_of(const Degrees& degrees);
    [[nodiscard]] Found find(const Degrees& degrees);
    void look_at(Layout& layout, const Arrangement& arrangement, std::uint32_t first,
                 std::vector<PlacedMachine>& placed, Found& found);
    [[nodiscard]] std::vector<bool> kept_by_size(const Degrees& degrees) const;
    // Whether one of the cuts, of some of them, keeps these where no others are asked for.
    [[nodiscard]] bool keeps_alone(const std::vector<Pin>& pins) const;
    void keep_best(std::vector<PlacedMachine> placed, Found& found) const;

    const Topology& topology_;
    const PlanSpace& space_;
    const TimeModel& model_;
    const std::vector<Pin>& pins_;
    DomainChoice domains_;
    Placer placer_;
    DomainSizes sizes_;
    std::vector<std::uint32_t> starts_;
    PinSizes pin_sizes_;
    std::map<Key, Found> found_;
    std::map<Key, std::uint64_t> arrangements_;
    PinTally tally_;
    std::uint64_t looked_at_ = 0;
};

}  // namespace railyard::search
