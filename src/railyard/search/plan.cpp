#include "railyard/search/plan.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "railyard/memory/estimate.hpp"
#include "railyard/placement/policy.hpp"
#include "railyard/search/cut_machines.hpp"
#include "railyard/search/pin_sizes.hpp"
#include "railyard/search/variant_floors.hpp"

namespace railyard::search {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A cut in the queue.
struct Row {
    Cut cut;
    std::size_t number = 0;    // in the order of the space
    std::uint32_t broken = 0;  // preferred pins, at least
    double floor = never;      // of its variants that may fit
    bool looked_at = false;    // variant by variant; else by its lightest
    bool placed = false;       // `broken` is what its placements break
    std::uint64_t variants = 0;
};
// The most promising on top of a heap; equals in their order.
bool after(const Row& a, const Row& b) {
    return std::tuple(a.broken, a.floor, a.number) > std::tuple(b.broken, b.floor, b.number);
}

class Planner {
  public:
    Planner(const Topology& topology, const PlanSpace& space, const TimeModel& model, const PlanRules& rules)
        : space_(space),
          model_(model),
          rules_(rules),
          floors_(space, model, machines_without_traffic(topology, model, space.base)),
          pin_sizes_(topology, space.base.model, rules.pins),
          machines_(topology, space, model, rules.pins, rules.domains),
          prefers_(std::any_of(rules.pins.begin(), rules.pins.end(),
                               [](const Pin& pin) { return pin.strength == PinStrength::preferred; })),
          gpus_(Offers(topology, 0).total()) {}

    PlanAnswer run(const std::function<void(const PlanProgress&)>& progress, const std::atomic<bool>* stop) {
        answer_.exhaustive = machines_.sizes().alike;
        if (floors_.machines().empty()) {
            answer_.unknown_gpu = space_.base.model.name;
            return std::move(answer_);
        }
        if (space_.gpus > gpus_) {
            answer_.gpus_short = space_.gpus - gpus_;
            return std::move(answer_);
        }
        stop_ = stop;
        std::vector<Row> heap = queue(progress);
        const std::size_t cuts = heap.size();
        while (!heap.empty() && !stopped()) {
            if (rules_.pruning == Pruning::on && is_no_use(heap.front())) break;
            std::pop_heap(heap.begin(), heap.end(), after);
            Row row = heap.back();
            heap.pop_back();
            if (row.looked_at && (row.placed || !place(row))) {
                search(row);
            } else if (row.looked_at || look_at_variants(row)) {
                heap.push_back(row);
                std::push_heap(heap.begin(), heap.end(), after);
            }
            const PlanEntry* best = answer_.best.empty() ? nullptr : &answer_.best[0];
            if (progress) progress({cuts - heap.size(), cuts, best});
        }
        finish(heap, cuts);
        return std::move(answer_);
    }

  private:
    [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

    // Preferred pins that the worst of the best breaks, and its time.
    [[nodiscard]] std::pair<std::uint32_t, double> worst_of_best() const {
        if (answer_.best.size() < rules_.best) return {std::numeric_limits<std::uint32_t>::max(), never};
        return {answer_.best.back().pins_broken, time(answer_.best.back())};
    }

    [[nodiscard]] bool is_no_use(const Row& row) const {
        return std::pair(row.broken, row.floor) > worst_of_best();
    }

    // Finds how many preferred pins a cut breaks; false: no more than was known.
    bool place(Row& row) {
        row.placed = true;
        const std::uint32_t known = std::exchange(row.broken, machines_.of(row.cut.degrees).pins_broken);
        return row.broken > known;
    }

    // A heap of all cuts that may fit.
    std::vector<Row> queue(const std::function<void(const PlanProgress&)>& progress) {
        std::vector<Row> rows;
        const Bytes capacity = floors_.most_memory() - rules_.reserved;
        for (const Cut& cut : cuts_of(space_)) {
            if (stopped()) break;
            const VariantFloors::Lightest lightest = floors_.lightest(cut);
            const std::uint64_t candidates = lightest.variants * machines_.arrangements(cut.degrees);
            ++answer_.counts.cuts;
            answer_.counts.candidates += candidates;
            if (progress) progress({static_cast<std::size_t>(answer_.counts.cuts), 0, nullptr});
            if (lightest.memory > capacity && rules_.pruning == Pruning::on) {
                answer_.counts.over_memory += candidates;
            } else {
                rows.push_back({cut, static_cast<std::size_t>(answer_.counts.cuts),
                                pin_sizes_.preferred_too_large(cut.degrees), lightest.floor, false, !prefers_,
                                lightest.variants});
            }
        }
        std::make_heap(rows.begin(), rows.end(), after);
        return rows;
    }

    // Finds the floor of the variants that may fit; false: none may.
    bool look_at_variants(Row& row) {
        row.looked_at = true;
        if (rules_.pruning == Pruning::off) return true;
        const Bytes capacity = floors_.most_memory() - rules_.reserved;
        row.floor = never;
        floors_.for_each_variant(row.cut, [&](const Layout&, const Variant&, double floor, Bytes memory) {
            if (memory <= capacity) row.floor = std::min(row.floor, floor);
        });
        if (row.floor < never) return true;
        answer_.counts.over_memory += row.variants * machines_.arrangements(row.cut.degrees);
        return false;
    }

    struct Candidate {
        Variant variant;
        std::size_t number = 0;  // in the order of the space, which decides between equals
        double floor = 0;
    };

    // The best way to run and to place one cut, as far as it is known.
    struct BestOfCut {
        std::optional<PlanEntry> entry;
        std::pair<std::size_t, std::size_t> number;  // variant, machine
    };

    // A time that is no use any more for a cut that breaks so many preferred pins.
    [[nodiscard]] double limit(const BestOfCut& best, std::uint32_t broken) const {
        const auto [worst_broken, worst_time] = worst_of_best();
        const double others = broken < worst_broken ? never : broken > worst_broken ? -never : worst_time;
        return std::min(best.entry ? time(*best.entry) : never, others);
    }

    // The best way to run and to place one cut, if it belongs to the best.
    void search(const Row& row) {
        const CutMachines::Found& found = machines_.of(row.cut.degrees);
        const std::uint64_t arrangements = machines_.arrangements(row.cut.degrees);
        answer_.counts.not_placed += row.variants * found.not_placed;
        answer_.counts.same_as_others += row.variants * found.same_as_others;
        if (answer_.why_not_placed.empty()) answer_.why_not_placed = found.why_not;
        if (found.machines.empty()) return;
        const std::uint64_t each = arrangements - found.not_placed - found.same_as_others;
        std::vector<Candidate> candidates = candidates_of(row, each);
        BestOfCut best;
        FloorsOnMachines floors(model_, found.machines);
        std::size_t next = 0;
        for (; next < candidates.size() && !stopped(); ++next) {
            if (rules_.pruning == Pruning::on && candidates[next].floor > limit(best, found.pins_broken))
                break;
            time_on_machines(row, candidates[next], found, floors, best);
        }
        const std::uint64_t rest = (candidates.size() - next) * each;
        (stopped() ? answer_.counts.not_looked_at : answer_.counts.too_slow) += rest;
        if (best.entry) keep(std::move(*best.entry));
    }

    // Times a variant of a cut wherever the cut may sit.
    void time_on_machines(const Row& row, const Candidate& candidate, const CutMachines::Found& found,
                          FloorsOnMachines& floors, BestOfCut& best) {
        Layout layout = space_.base;
        apply(row.cut, layout);
        apply(candidate.variant, layout);
        const Bytes memory = memory::estimate_memory(layout).worst().total();
        for (std::size_t m = 0; m < found.machines.size(); ++m) {
            const PlacedMachine& machine = found.machines[m];
            const Bytes capacity = machine.rates.gpu_memory - rules_.reserved;
            if (memory > capacity) {
                ++answer_.counts.over_memory;
                continue;
            }
            if (rules_.pruning == Pruning::on &&
                floors.floor(layout, candidate.variant, m) > limit(best, found.pins_broken)) {
                ++answer_.counts.too_slow;
                continue;
            }
            layout.order = machine.arrangement.order;
            layout.placement = machine.arrangement.rules;
            const StepTimes step = step_on(model_, layout, machine);
            ++answer_.counts.timed;
            const std::pair number(candidate.number, m);
            const double total = step.total().raw();
            if (best.entry && std::pair(total, number) > std::pair(time(*best.entry), best.number)) continue;
            best.entry = PlanEntry{layout, row.cut, row.number, candidate.variant, machine,
                                   step,   memory,  capacity,   found.pins_broken};
            best.number = number;
        }
    }

    static double time(const PlanEntry& entry) { return entry.step.total().raw(); }

    // Variants of a cut that may fit, the most promising first.
    std::vector<Candidate> candidates_of(const Row& row, std::uint64_t each) {
        std::vector<Candidate> candidates;
        const Bytes capacity = floors_.most_memory() - rules_.reserved;
        std::size_t number = 0;
        floors_.for_each_variant(row.cut,
                                 [&](const Layout&, const Variant& variant, double floor, Bytes memory) {
                                     ++number;
                                     if (memory > capacity && rules_.pruning == Pruning::on) {
                                         answer_.counts.over_memory += each;
                                         return;
                                     }
                                     candidates.push_back({variant, number, floor});
                                 });
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.floor < b.floor; });
        return candidates;
    }

    // Counts what is left in the heap, and says why there is nothing where there is nothing.
    void finish(const std::vector<Row>& heap, std::size_t cuts) {
        answer_.stopped = stopped() && (!heap.empty() || cuts == 0 || answer_.counts.not_looked_at > 0);
        for (const Row& row : heap) {
            (answer_.stopped ? answer_.counts.not_looked_at : answer_.counts.too_slow) +=
                row.variants * machines_.arrangements(row.cut.degrees);
        }
        answer_.counts.arrangements = machines_.looked_at();
        answer_.unmet = machines_.unmet();
        if (!answer_.best.empty()) answer_.why_not_placed.clear();
        if (answer_.best.empty() && !answer_.stopped)
            answer_.shortfall = memory_shortfall(space_, floors_.most_memory() - rules_.reserved, gpus_);
    }

    void keep(PlanEntry entry) {
        auto& best = answer_.best;
        const auto at =
            std::upper_bound(best.begin(), best.end(), entry, [](const PlanEntry& a, const PlanEntry& b) {
                return std::tuple(a.pins_broken, time(a), a.number) <
                       std::tuple(b.pins_broken, time(b), b.number);
            });
        best.insert(at, std::move(entry));
        if (best.size() > rules_.best) best.pop_back();
    }

    const PlanSpace& space_;
    const TimeModel& model_;
    const PlanRules& rules_;
    VariantFloors floors_;
    PinSizes pin_sizes_;
    CutMachines machines_;
    bool prefers_ = false;    // some pin is only preferred
    std::uint32_t gpus_ = 0;  // of the topology, as many as there may be
    PlanAnswer answer_;
    const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace

PlanAnswer plan(const Topology& topology, const PlanSpace& space, const TimeModel& model,
                const PlanRules& rules, const std::function<void(const PlanProgress&)>& progress,
                const std::atomic<bool>* stop) {
    return Planner(topology, space, model, rules).run(progress, stop);
}

}  // namespace railyard::search
