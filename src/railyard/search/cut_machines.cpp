#include "railyard/search/cut_machines.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "railyard/search/spans.hpp"

namespace railyard::search {
namespace {

// A placement may begin on the first domain with room, and on so many others less one.
constexpr std::size_t most_starts = 4;

// Jobs of more ranks than this are placed where nothing is missing, if there is room for them: they are seen
// by symmetry there, and rank by rank they would take minutes. If there is none they begin on the first
// domain alone.
constexpr std::uint32_t large_job = 2048;

std::vector<std::uint32_t> starts_for(const Topology& topology, std::uint32_t gpus) {
    std::vector<std::uint32_t> starts = span_starts(topology, most_starts);
    if (gpus <= large_job || starts.size() == 1) return starts;
    if (topology.kinds().size() > 1) return {0};
    const Regularity regularity(topology);
    Degrees degrees;
    degrees.dp = gpus;
    const RankGrid grid({{Dimension::dp, std::nullopt}}, degrees);
    // No arrangement leaves half of a domain.
    const std::uint32_t used = domain_sizes(topology).largest / 2 + 1;
    std::uint32_t first_free = 0;
    while (topology.available_in(topology.domain(DomainId(first_free))) == 0) ++first_free;  // there are GPUs
    for (const std::uint32_t first : starts) {
        const std::uint32_t begin = first == 0 ? first_free : first;
        if (regularity.place(grid, {Policy::packed, {}, used}, begin)) return {first};
    }
    return {0};
}

// A pin that gave way to others is tried alone on at most about so many cuts, evenly among all.
constexpr std::size_t most_tried_alone = 64;

std::uint64_t network_hops(const PlacedMachine& machine) {
    std::uint64_t hops = 0;
    for (const DimensionHops& own : machine.hops) hops += own.hops.network() + own.wrap.network();
    return hops;
}

}  // namespace

CutMachines::CutMachines(const Topology& topology, const PlanSpace& space, const TimeModel& model,
                         const std::vector<Pin>& pins, DomainChoice domains)
    : topology_(topology),
      space_(space),
      model_(model),
      pins_(pins),
      domains_(domains),
      placer_(topology, model, domains, pins),
      sizes_(domain_sizes(topology)),
      starts_(starts_for(topology, space.gpus)),
      pin_sizes_(topology, space.base.model, pins),
      tally_(pins) {}

CutMachines::Key CutMachines::key_of(const Degrees& degrees) {
    return {degrees.tp, degrees.cp, degrees.pp, degrees.dp, degrees.ep, degrees.etp};
}

std::uint64_t CutMachines::arrangements(const Degrees& degrees) {
    Degrees dense = degrees;  // which is all that it depends on
    dense.ep = dense.etp = 1;
    const auto [at, is_new] = arrangements_.try_emplace(key_of(dense), 0);
    if (is_new) at->second = arrangements_of(degrees, sizes_).size() * starts_.size();
    return at->second;
}

const CutMachines::Found& CutMachines::of(const Degrees& degrees) {
    const auto at = found_.find(key_of(degrees));
    if (at != found_.end()) return at->second;
    return found_.emplace(key_of(degrees), find(degrees)).first->second;
}

// Required pins that are not too large to be kept, and all preferred ones.
std::vector<bool> CutMachines::kept_by_size(const Degrees& degrees) const {
    std::vector<bool> kept;
    for (std::size_t p = 0; p < pins_.size(); ++p)
        kept.push_back(pins_[p].strength == PinStrength::preferred || !pin_sizes_.is_too_large(p, degrees));
    return kept;
}

CutMachines::Found CutMachines::find(const Degrees& degrees) {
    Found found;
    const std::vector<bool> kept = kept_by_size(degrees);
    if (std::find(kept.begin(), kept.end(), false) != kept.end()) {
        tally_.count(kept);
        found.not_placed = arrangements(degrees);
        return found;
    }
    std::vector<PlacedMachine> placed;
    Layout layout = space_.base;
    layout.degrees = degrees;
    layout.pipeline.layers.clear();
    for (const Arrangement& arrangement : arrangements_of(degrees, sizes_))
        for (const std::uint32_t first : starts_) look_at(layout, arrangement, first, placed, found);
    keep_best(std::move(placed), found);
    return found;
}

void CutMachines::look_at(Layout& layout, const Arrangement& arrangement, std::uint32_t first,
                          std::vector<PlacedMachine>& placed, Found& found) {
    ++looked_at_;
    auto result = placer_.look_at(layout, arrangement, first);
    if (const auto* no = std::get_if<NotPlaced>(&result)) {
        if (found.not_placed++ == 0) found.why_not = no->why;
        return;
    }
    auto& machine = std::get<PlacedMachine>(result);
    tally_.count(machine.kept);
    for (std::size_t p = 0; p < pins_.size(); ++p) {
        if (machine.kept[p]) continue;
        if (pins_[p].strength == PinStrength::required) {
            ++found.not_placed;
            return;
        }
        machine.broken_pins.push_back(pins_[p].text);
    }
    const auto same = std::find_if(placed.begin(), placed.end(), [&](const PlacedMachine& known) {
        return known.broken_pins == machine.broken_pins && see_the_same(known, machine);
    });
    if (same != placed.end()) {
        ++found.same_as_others;
        ++same->same;
        return;
    }
    placed.push_back(std::move(machine));
}

UnmetPins CutMachines::unmet() {
    return unmet_even_alone(tally_, pins_,
                            [this](const std::vector<Pin>& pins) { return keeps_alone(pins); });
}

bool CutMachines::keeps_alone(const std::vector<Pin>& pins) const {
    CutMachines alone(topology_, space_, model_, pins, domains_);
    const std::size_t step = 1 + found_.size() / most_tried_alone;
    std::size_t number = 0;
    for (const auto& [key, found] : found_) {
        if (number++ % step != 0) continue;
        const auto [tp, cp, pp, dp, ep, etp] = key;
        if (!alone.of({tp, cp, pp, dp, ep, etp}).machines.empty()) return true;
    }
    return false;
}

void CutMachines::keep_best(std::vector<PlacedMachine> placed, Found& found) const {
    const auto must = [this](const PlacedMachine& machine) {  // what none of the others may have less of
        const std::uint32_t domains = domains_ == DomainChoice::fewest ? machine.domains_used : 0;
        return std::pair(domains, machine.broken_pins.size());
    };
    std::stable_sort(placed.begin(), placed.end(), [&](const PlacedMachine& a, const PlacedMachine& b) {
        return std::tuple(must(a), a.domains_used, network_hops(a)) <
               std::tuple(must(b), b.domains_used, network_hops(b));
    });
    for (PlacedMachine& machine : placed) {
        if (found.machines.empty() || must(machine) == must(found.machines.front())) {
            found.machines.push_back(std::move(machine));
        } else {
            ++found.not_placed;
        }
    }
    if (!found.machines.empty())
        found.pins_broken = static_cast<std::uint32_t>(found.machines.front().broken_pins.size());
}

}  // namespace railyard::search
