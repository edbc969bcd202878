#pragma once
// The floors of time and memory of every variant of a cut, with what variants share worked out once.

#include <cstdint>
#include <optional>
#include <vector>

#include "railyard/search/memory_floor.hpp"
#include "railyard/search/placed_machine.hpp"
#include "railyard/search/plan_space.hpp"
#include "railyard/search/step_floor.hpp"

namespace railyard::search {

class VariantFloors {
  public:
    // `machines` without traffic: the fastest counts.
    VariantFloors(const PlanSpace& space, const TimeModel& model, std::vector<PlacedMachine> machines);

    [[nodiscard]] const std::vector<PlacedMachine>& machines() const { return machines_; }
    [[nodiscard]] Bytes most_memory() const;  // of a GPU, of all machines

    // Floors that hold for all variants of a cut, and how many there are.
    struct Lightest {
        double floor = 0;  // seconds
        Bytes memory;
        std::uint64_t variants = 0;
    };
    [[nodiscard]] Lightest lightest(const Cut& cut);

    // Calls visit(layout, variant, seconds, memory) for each variant, in the order of the space.
    template <class Visit>
    void for_each_variant(const Cut& cut, Visit visit) {
        begin(cut);
        for (const Passage& passage : passages_of(space_, cut)) {
            apply(passage, layout_);
            const PassageLayers layers = layers_of(layout_);
            for (std::size_t w = 0; w < works_.size(); ++w) {
                apply(works_[w], layout_);
                for (std::size_t h = 0; h < shardings_.size(); ++h) {
                    layout_.sharding = {shardings_[h], 0};
                    const double floor =
                        model_.calibration == nullptr ? reference() : calibrated(w, h, layers);
                    visit(layout_, Variant{works_[w], passage, shardings_[h]}, floor,
                          memory_floor(layout_, kept_[w], layers));
                }
            }
        }
    }

  private:
    void begin(const Cut& cut);
    [[nodiscard]] double calibrated(std::size_t work, std::size_t sharding,
                                    const PassageLayers& layers) const;
    [[nodiscard]] double reference() const;

    const PlanSpace& space_;
    const TimeModel& model_;
    std::vector<PlacedMachine> machines_;
    Layout layout_;
    std::vector<Work> works_;
    std::vector<ShardingKind> shardings_;
    std::vector<KeptFloor> kept_;         // by work
    std::vector<WorkFloor> work_floors_;  // work x sharding x machines
};

// The same on the machines of placements, which have traffic, each worked out when it is asked for.
class FloorsOnMachines {
  public:
    FloorsOnMachines(const TimeModel& model, const std::vector<PlacedMachine>& machines)
        : model_(model), machines_(machines), known_(machines.size()) {}

    // `layout` has the cut and the variant.
    [[nodiscard]] double floor(const Layout& layout, const Variant& variant, std::size_t machine);

  private:
    struct Known {
        Work work;
        ShardingKind sharding = ShardingKind::none;
        WorkFloor floor;
    };
    const TimeModel& model_;
    const std::vector<PlacedMachine>& machines_;
    std::vector<std::vector<Known>> known_;  // by machine
    std::optional<PassageLayers> layers_;    // of the last variant
};

}  // namespace railyard::search
