#include "railyard/search/cut_machines.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace railyard::search {
namespace {

std::uint64_t network_hops(const PlacedMachine& machine) {
    std::uint64_t hops = 0;
    for (const DimensionHops& own : machine.hops) hops += own.hops.network() + own.wrap.network();
    return hops;
}

}  // namespace

CutMachines::CutMachines(const Topology& topology, const PlanSpace& space, const TimeModel& model,
                         const std::vector<Pin>& pins, DomainChoice domains)
    : space_(space),
      pins_(pins),
      domains_(domains),
      placer_(topology, model, domains),
      sizes_(domain_sizes(topology)),
      kept_(pins.size(), 0) {}

CutMachines::Key CutMachines::key_of(const Degrees& degrees) {
    return {degrees.tp, degrees.cp, degrees.pp, degrees.dp, degrees.ep, degrees.etp};
}

std::uint64_t CutMachines::arrangements(const Degrees& degrees) {
    Degrees dense = degrees;  // which is all that it depends on
    dense.ep = dense.etp = 1;
    const auto [at, is_new] = arrangements_.try_emplace(key_of(dense), 0);
    if (is_new) at->second = arrangements_of(degrees, sizes_).size();
    return at->second;
}

const CutMachines::Found& CutMachines::of(const Degrees& degrees) {
    const auto at = found_.find(key_of(degrees));
    if (at != found_.end()) return at->second;
    return found_.emplace(key_of(degrees), find(degrees)).first->second;
}

CutMachines::Found CutMachines::find(const Degrees& degrees) {
    struct Placed {
        PlacedMachine machine;
        std::uint32_t broken;
    };
    Found found;
    std::vector<Placed> placed;
    Layout layout = space_.base;
    layout.degrees = degrees;
    layout.pipeline.layers.clear();
    for (const Arrangement& arrangement : arrangements_of(degrees, sizes_)) {
        ++looked_at_;
        auto result = placer_.look_at(layout, arrangement);
        if (const auto* no = std::get_if<NotPlaced>(&result)) {
            if (found.not_placed++ == 0) found.why_not = no->why;
            continue;
        }
        auto& machine = std::get<PlacedMachine>(result);
        const PinCheck check = check_pins(pins_, placer_.topology(), layout, machine.hops, domains_);
        for (std::size_t p = 0; p < pins_.size(); ++p)
            if (check.kept[p]) ++kept_[p];
        if (check.required_broken > 0) {
            ++found.not_placed;
            continue;
        }
        const auto same = std::find_if(placed.begin(), placed.end(), [&](const Placed& known) {
            return known.broken == check.preferred_broken && see_the_same(known.machine, machine);
        });
        if (same != placed.end()) {
            ++found.same_as_others;
            ++same->machine.same;
            continue;
        }
        placed.push_back({std::move(machine), check.preferred_broken});
    }
    std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
        return std::tuple(a.broken, a.machine.domains_used, network_hops(a.machine)) <
               std::tuple(b.broken, b.machine.domains_used, network_hops(b.machine));
    });
    for (Placed& one : placed) {
        if (found.machines.empty()) found.pins_broken = one.broken;
        if (one.broken > found.pins_broken) {
            ++found.not_placed;
        } else {
            found.machines.push_back(std::move(one.machine));
        }
    }
    return found;
}

std::vector<std::string> CutMachines::never_kept() const {
    std::vector<std::string> texts;
    for (std::size_t p = 0; p < pins_.size(); ++p) {
        if (pins_[p].strength == PinStrength::required && kept_[p] == 0 && looked_at_ > 0)
            texts.push_back(pins_[p].text);
    }
    return texts;
}

}  // namespace railyard::search
