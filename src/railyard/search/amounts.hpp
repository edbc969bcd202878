#pragma once
// What makes the memory and the bill of one design another than those of another one.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "railyard/estimate/step_facts.hpp"
#include "railyard/topology/bill_notes.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// A fact that the two have differently. None on a side: it does not depend on it there.
struct FactChange {
    std::string name;
    std::optional<StepFact> a;
    std::optional<StepFact> b;
};
std::vector<FactChange> fact_changes(const std::vector<StepFact>& a, const std::vector<StepFact>& b);

// What a GPU's memory holds, of the fullest GPU of each.
struct MemoryPartChange {
    std::string_view part;  // "activations"
    Bytes a;
    Bytes b;
};
struct MemoryChange {
    std::vector<MemoryPartChange> parts;  // all four
    std::vector<FactChange> facts;
};
MemoryChange memory_change(const Layout& a, const Layout& b);

// Parts of the bill of one kind: how many there are, and what each costs (or draws, in watts).
struct BillPartChange {
    std::string part;  // "spine switches"
    std::uint64_t count_a = 0;
    std::uint64_t count_b = 0;
    std::optional<double> each_a;
    std::optional<double> each_b;

    [[nodiscard]] double sum_a() const { return static_cast<double>(count_a) * each_a.value_or(0); }
    [[nodiscard]] double sum_b() const { return static_cast<double>(count_b) * each_b.value_or(0); }
};
// Those whose sums differ, the largest difference first. `domains`: of a last run that comes as needed.
struct BilledMachine {
    const Topology& topology;
    std::uint32_t domains = 0;
};
std::vector<BillPartChange> bill_changes(const BilledMachine& a, const BilledMachine& b, Billed figure);

}  // namespace railyard
