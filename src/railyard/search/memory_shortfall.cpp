#include "railyard/search/memory_shortfall.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "railyard/memory/estimate.hpp"
#include "railyard/search/memory_floor.hpp"

namespace railyard::search {
namespace {

// Opens one list of a space; false: it was open.
struct List {
    std::string_view name;
    bool (*open)(PlanSpace&);
};

template <auto list>
bool open_list(PlanSpace& space) {
    const bool was_given = !(space.*list).empty();
    (space.*list).clear();
    return was_given;
}

constexpr std::array<List, 13> lists = {{{"recompute", open_list<&PlanSpace::recompute>},
                                         {"saves", open_list<&PlanSpace::saves>},
                                         {"sharding", open_list<&PlanSpace::sharding>},
                                         {"sequence-parallel", open_list<&PlanSpace::sequence_parallel>},
                                         {"micro", open_list<&PlanSpace::micro>},
                                         {"schedule", open_list<&PlanSpace::schedules>},
                                         {"chunks", open_list<&PlanSpace::chunks>},
                                         {"tp", open_list<&PlanSpace::tp>},
                                         {"cp", open_list<&PlanSpace::cp>},
                                         {"pp", open_list<&PlanSpace::pp>},
                                         {"dp", open_list<&PlanSpace::dp>},
                                         {"ep", open_list<&PlanSpace::ep>},
                                         {"etp", open_list<&PlanSpace::etp>}}};

}  // namespace

std::optional<MemoryNeed> least_memory(const PlanSpace& space) {
    std::optional<MemoryNeed> least;
    Layout layout = space.base;
    for (const Cut& cut : cuts_of(space)) {
        apply(cut, layout);
        const auto works = works_of(space, cut.degrees);
        const auto shardings = shardings_of(space, cut.degrees);
        if (works.empty() || shardings.empty()) continue;
        // The last of both keep least.
        layout.sharding = {shardings.back(), 0};
        apply(works.back(), layout);
        const KeptFloor kept = kept_floor(layout);
        for (const Passage& passage : passages_of(space, cut)) {
            apply(passage, layout);
            if (least && memory_floor(layout, kept, layers_of(layout)) >= least->needed) continue;
            const Bytes needed = memory::estimate_memory(layout).worst().total();
            if (!least || needed < least->needed) least = MemoryNeed{layout, needed};
        }
    }
    return least;
}

std::optional<MemoryShortfall> memory_shortfall(const PlanSpace& space, Bytes capacity,
                                                std::uint32_t most_gpus) {
    auto least = least_memory(space);
    if (!least || least->needed <= capacity) return std::nullopt;
    MemoryShortfall result{std::move(*least), capacity, {}, 0, {}};
    for (const List& list : lists) {
        PlanSpace other = space;
        if (!list.open(other)) continue;
        const auto there = least_memory(other);
        if (there && there->needed <= capacity) result.opened.push_back({list.name, there->needed});
    }
    PlanSpace larger = space;
    for (std::uint64_t times = 2; times <= 1024; times *= 2) {
        const std::uint64_t gpus = space.gpus * times;
        if (gpus > most_gpus) break;
        larger.gpus = static_cast<std::uint32_t>(gpus);
        const auto there = least_memory(larger);
        if (!there || there->needed > capacity) continue;
        result.gpus = larger.gpus;
        result.needed_there = there->needed;
        break;
    }
    return result;
}

}  // namespace railyard::search
