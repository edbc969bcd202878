#include "railyard/search/variant_floors.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace railyard::search {

VariantFloors::VariantFloors(const PlanSpace& space, const TimeModel& model,
                             std::vector<PlacedMachine> machines)
    : space_(space), model_(model), machines_(std::move(machines)), layout_(space.base) {}

Bytes VariantFloors::most_memory() const {
    Bytes most;
    for (const PlacedMachine& machine : machines_) most = std::max(most, machine.rates.gpu_memory);
    return most;
}

void VariantFloors::begin(const Cut& cut) {
    apply(cut, layout_);
    works_ = works_of(space_, cut.degrees);
    shardings_ = shardings_of(space_, cut.degrees);
    kept_.clear();
    work_floors_.clear();
    for (const Work& work : works_) {
        apply(work, layout_);
        kept_.push_back(kept_floor(layout_));
        if (model_.calibration == nullptr) continue;
        for (const ShardingKind sharding : shardings_) {
            layout_.sharding = {sharding, 0};
            for (const PlacedMachine& machine : machines_)
                work_floors_.push_back(work_floor(model_, layout_, machine));
        }
    }
}

// Recomputing adds time and takes memory away, sequence parallelism takes both away, sharding takes memory
// away: the first work that has the last way to split is the fastest, the last work and sharding the
// smallest.
VariantFloors::Lightest VariantFloors::lightest(const Cut& cut) {
    const auto passages = passages_of(space_, cut);
    apply(cut, layout_);
    const auto works = works_of(space_, cut.degrees);
    const auto shardings = shardings_of(space_, cut.degrees);
    Lightest result{std::numeric_limits<double>::infinity(),
                    {},
                    std::uint64_t{passages.size()} * works.size() * shardings.size()};
    if (result.variants == 0) return result;
    const auto fastest = std::find_if(works.begin(), works.end(), [&](const Work& work) {
        return work.sequence_parallel == works.back().sequence_parallel;
    });
    apply(works.back(), layout_);
    const KeptFloor kept = kept_floor(layout_);
    apply(*fastest, layout_);
    std::vector<WorkFloor> floors;
    for (const ShardingKind sharding : shardings) {
        layout_.sharding = {sharding, 0};
        for (std::size_t m = 0; model_.calibration != nullptr && m < machines_.size(); ++m)
            floors.push_back(work_floor(model_, layout_, machines_[m]));
    }
    bool first = true;
    for (const Passage& passage : passages) {
        apply(passage, layout_);
        const PassageLayers layers = layers_of(layout_);
        apply(*fastest, layout_);
        for (const WorkFloor& floor : floors)
            result.floor = std::min(result.floor, step_floor(layout_, floor, layers).raw());
        for (const ShardingKind sharding : shardings) {
            layout_.sharding = {sharding, 0};
            if (floors.empty()) result.floor = std::min(result.floor, reference());
        }
        apply(works.back(), layout_);
        const Bytes memory = memory_floor(layout_, kept, layers);
        result.memory = first ? memory : std::min(result.memory, memory);
        first = false;
    }
    return result;
}

double VariantFloors::calibrated(std::size_t work, std::size_t sharding, const PassageLayers& layers) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t m = 0; m < machines_.size(); ++m) {
        const WorkFloor& floor = work_floors_[(work * shardings_.size() + sharding) * machines_.size() + m];
        least = std::min(least, step_floor(layout_, floor, layers).raw());
    }
    return least;
}

double VariantFloors::reference() const {
    double least = std::numeric_limits<double>::infinity();
    for (const PlacedMachine& machine : machines_)
        least = std::min(least, step_on(model_, layout_, machine).total().raw());
    return least;
}

double FloorsOnMachines::floor(const Layout& layout, const Variant& variant, std::size_t machine) {
    // The reference model itself costs no more than a floor would.
    if (model_.calibration == nullptr) return 0;
    if (!layers_ || !(layers_->passage == variant.passage)) layers_ = layers_of(layout);
    auto& known = known_[machine];
    auto at = std::find_if(known.begin(), known.end(), [&](const Known& k) {
        return k.work == variant.work && k.sharding == variant.sharding;
    });
    if (at == known.end()) {
        known.push_back({variant.work, variant.sharding, work_floor(model_, layout, machines_[machine])});
        at = std::prev(known.end());
    }
    return step_floor(layout, at->floor, *layers_).raw();
}

}  // namespace railyard::search
