#include "railyard/search/amounts.hpp"

#include <algorithm>
#include <cmath>

#include "railyard/estimate/memory_facts.hpp"
#include "railyard/memory/fit.hpp"

namespace railyard {
namespace {

bool same(const StepFact& a, const StepFact& b) {
    constexpr double nothing = 1e-9;  // of rounding
    return a.kind == b.kind && a.words == b.words &&
           std::abs(a.value - b.value) <= nothing * std::max(std::abs(a.value), std::abs(b.value));
}

struct PricedPart {
    std::string name;
    std::uint64_t count = 0;
    std::optional<double> each;
};

std::vector<PricedPart> priced_parts(const BilledMachine& machine, Billed figure) {
    std::vector<PricedPart> parts;
    for (const BilledPart& part : parts_of(machine.topology, machine.domains, Tiers::all)) {
        std::optional<double> each;
        if (figure == Billed::cost && part.each.cost) each = part.each.cost->raw();
        if (figure == Billed::power && part.each.power) each = part.each.power->raw();
        if (part.count > 0) parts.push_back({part_name(machine.topology, part), part.count, each});
    }
    return parts;
}

}  // namespace

std::vector<FactChange> fact_changes(const std::vector<StepFact>& a, const std::vector<StepFact>& b) {
    std::vector<FactChange> changes;
    const auto find = [](const std::vector<StepFact>& in, std::string_view name) {
        return std::find_if(in.begin(), in.end(), [&](const StepFact& fact) { return fact.name == name; });
    };
    for (const StepFact& fact : a) {
        const auto other = find(b, fact.name);
        if (other == b.end()) {
            changes.push_back({fact.name, fact, std::nullopt});
        } else if (!same(fact, *other)) {
            changes.push_back({fact.name, fact, *other});
        }
    }
    for (const StepFact& fact : b)
        if (find(a, fact.name) == a.end()) changes.push_back({fact.name, std::nullopt, fact});
    return changes;
}

MemoryChange memory_change(const Layout& a, const Layout& b) {
    const memory::Memory of_a = memory::estimate_memory(a);
    const memory::Memory of_b = memory::estimate_memory(b);
    MemoryChange change;
    for (std::size_t i = 0; i < memory::part_names.size(); ++i) {
        const auto part = static_cast<memory::Part>(i);
        change.parts.push_back(
            {memory::part_names[i], size_of(of_a.worst(), part), size_of(of_b.worst(), part)});
    }
    change.facts = fact_changes(memory_facts(a, of_a), memory_facts(b, of_b));
    return change;
}

std::vector<BillPartChange> bill_changes(const BilledMachine& a, const BilledMachine& b, Billed figure) {
    std::vector<BillPartChange> changes;
    for (const PricedPart& part : priced_parts(a, figure))
        changes.push_back({part.name, part.count, 0, part.each, std::nullopt});
    for (const PricedPart& part : priced_parts(b, figure)) {
        // Of two kinds of domain in one machine the first goes with the first.
        const auto known = std::find_if(changes.begin(), changes.end(), [&](const BillPartChange& change) {
            return change.part == part.name && change.count_b == 0;
        });
        if (known == changes.end()) {
            changes.push_back({part.name, 0, part.count, std::nullopt, part.each});
        } else {
            known->count_b = part.count;
            known->each_b = part.each;
        }
    }
    const auto by = [](const BillPartChange& change) { return std::abs(change.sum_b() - change.sum_a()); };
    changes.erase(std::remove_if(changes.begin(), changes.end(),
                                 [&](const BillPartChange& change) { return by(change) == 0; }),
                  changes.end());
    std::stable_sort(changes.begin(), changes.end(),
                     [&](const BillPartChange& x, const BillPartChange& y) { return by(x) > by(y); });
    return changes;
}

}  // namespace railyard
