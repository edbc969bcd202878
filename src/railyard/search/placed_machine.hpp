#pragma once
// What a cost model sees of a cut placed in one way. It depends on degrees, order, tiles and domains alone,
// so it is found once and serves every way to run the cut.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/estimate/machine_rates.hpp"
#include "railyard/estimate/regular_shared_links.hpp"
#include "railyard/estimate/step_times.hpp"
#include "railyard/placement/regular.hpp"
#include "railyard/search/arrangements.hpp"
#include "railyard/search/domain_choice.hpp"
#include "railyard/search/kept_runs.hpp"

namespace railyard::search {

// The model of times, with its constants; those of the calibrated model must outlive it.
struct TimeModel {
    const Calibration* calibration = nullptr;  // none: the reference model
    double eta = 0;                            // of the reference model
};

struct PlacedMachine {
    Arrangement arrangement;
    MachineRates rates;
    std::optional<CalibratedMachine> calibrated;  // where the model is
    std::vector<DimensionHops> hops;              // without those of each stage
    std::uint32_t domains_used = 0;
    std::uint32_t gpus_idle = 0;
    std::uint32_t first = 0;                          // as place_keeping() was asked
    DomainId begins_on;                               // of rank 0
    PlacementOrigin origin = PlacementOrigin::rules;  // given: the rules alone would place it otherwise
    std::vector<bool> kept;                           // by pin
    std::uint32_t same = 1;                           // arrangements that see the same
    std::vector<std::string> broken_pins;             // preferred ones, as they were given
};

// In words, why an arrangement cannot be had: no room, or the calibration does not know the GPU.
struct NotPlaced {
    std::string why;
};

// Places cuts on one topology: by remainders where domains are alike and full, at a cost that does not grow
// with the GPUs; else rank by rank.
class Placer {
  public:
    // The topology and the model must outlive it.
    Placer(const Topology& topology, const TimeModel& model, DomainChoice domains = DomainChoice::as_listed,
           std::vector<Pin> pins = {});

    // As place_keeping() places it, for as many pins as can be. `layout` has the cut; its order and rules are
    // set to those of the arrangement. `first`: the domain to begin on.
    [[nodiscard]] std::variant<PlacedMachine, NotPlaced> look_at(Layout& layout,
                                                                 const Arrangement& arrangement,
                                                                 std::uint32_t first = 0);

  private:
    struct Seen {
        Evaluation evaluation;
        std::vector<DimensionLinks> links;
        MachineRates rates;
        std::optional<RegularPlacement> regular;  // nothing: looked at rank by rank
    };
    [[nodiscard]] std::optional<Seen> by_symmetry(const Layout& layout, std::uint32_t first) const;
    [[nodiscard]] bool keeps_all(const Layout& layout, const RegularPlacement& regular) const;
    [[nodiscard]] std::vector<bool> kept_by(const Seen& seen, std::uint32_t ranks) const;
    [[nodiscard]] bool needs_ranks(const RankGrid& grid, const RegularPlacement& regular,
                                   const std::vector<DimensionLinks>& links) const;
    [[nodiscard]] std::variant<Seen, NotPlaced> by_ranks(const Layout& layout, std::uint32_t first) const;

    const Topology& topology_;
    const TimeModel& model_;
    DomainChoice domains_;
    std::vector<Pin> pins_;
    KeptRuns runs_;
    Regularity regularity_;
    KnownShares shares_;
    bool chooses_ = false;          // domains that differ, by its own choice
    bool narrow_ = false;           // an oversubscribed tier, whose links the calibrated model shares out
    std::uint32_t first_free_ = 0;  // domain
};

// Whether two see the same in every figure that a cost model looks at.
bool see_the_same(const PlacedMachine& a, const PlacedMachine& b);

// A machine whose traffic takes no time, one for each kind of domain that the topology has: no placement is
// faster than the fastest of them. Nothing for kinds whose GPU the calibration does not know.
std::vector<PlacedMachine> machines_without_traffic(const Topology& topology, const TimeModel& model,
                                                    const Layout& layout);

// The step's parts. `layout` as it would run, placed as the machine was.
StepTimes step_on(const TimeModel& model, const Layout& layout, const PlacedMachine& machine);

}  // namespace railyard::search
