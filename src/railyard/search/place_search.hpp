#pragma once
// The best placement of a layout whose degrees are given: every arrangement (arrangements.hpp), so that on
// regular topologies the first by rules is the best of that family. Blocks of the best then change places as
// long as that takes bytes off the network (block_swaps.hpp), a local search with a fixed seed; on regular
// topologies where the family's best may be bettered at all, and what is better than it is kept.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/estimate/step_times.hpp"
#include "railyard/job/volumes.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/search/pin_tally.hpp"
#include "railyard/search/pins.hpp"
#include "railyard/search/placed_machine.hpp"

namespace railyard::search {

enum class PlaceGoal { time, network_bytes };

struct PlaceRules {
    PlaceGoal goal = PlaceGoal::time;
    DomainChoice domains = DomainChoice::as_listed;
    std::vector<Pin> pins;
    std::size_t best = 5;  // with DomainChoice::fewest, of those on as few domains as any that keeps the pins
    std::uint64_t seed = 1;
};

struct PlacedLayout {
    Layout layout;
    Placement placement;
    StepTimes step;
    Bytes network;                         // between domains in a step
    Volumes volumes;                       // that these are of
    std::uint32_t pins_broken = 0;         // preferred ones
    std::vector<std::string> broken_pins;  // all that it does not keep, as they were given
    Bytes saved_by_swaps;  // of the network's bytes; nothing where blocks sit as the rules have them
};

// Of the best by rules, where all of these were tried.
struct BestOfFamily {
    Seconds step;
    Bytes network;
};

struct PlaceAnswer {
    std::optional<PlacedLayout> as_given;  // by the layout's own rules; nothing: no room
    std::vector<PlacedLayout> best;        // those that see the same once, the best first
    Bytes network_floor;                   // no placement sends less between domains
    std::uint64_t arrangements = 0;
    std::uint64_t not_placed = 0;
    bool exhaustive = false;             // domains are alike: the best of the family is the optimum of it
    bool swapped = false;                // blocks were tried in each other's places
    std::optional<BestOfFamily> family;  // where it is the optimum and blocks were swapped
    std::string why_not;                 // where nothing was placed
    UnmetPins unmet;
    std::optional<std::uint32_t> fewest_domains;  // of each of the best, where the fewest are asked for
};

PlaceAnswer place_best(const Topology& topology, const Layout& layout, const TimeModel& model,
                       const PlaceRules& rules);

}  // namespace railyard::search
