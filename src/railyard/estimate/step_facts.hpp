#pragma once
// What the time of each piece of a step comes from, as named facts: of two designs, a piece takes another
// time only where a fact of it differs.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/estimate/step_costs.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/job/stages.hpp"
#include "railyard/placement/group_links.hpp"

namespace railyard {

enum class FactKind : std::uint8_t { words, count, share, bytes, seconds, flops, bandwidth, compute_rate };

struct StepFact {
    std::string name;  // "NVLink of a GPU"
    FactKind kind = FactKind::words;
    std::string words = {};  // where the kind is words
    double value = 0;        // else; in base units: bytes, seconds, FLOPs, per second
};

struct StepPiece {
    CostItem item = CostItem::products;
    Seconds time;    // in the step
    Seconds hidden;  // behind other work, in no part of the step
    std::vector<StepFact> facts;
};

// Of a ring or a tree that leaves its domains: the members in the domain that has fewest, whose NICs carry it
// together, and the rate that they make.
inline constexpr std::string_view ring_members =
    "GPUs of a group in a domain, at fewest, whose NICs carry its ring";
inline constexpr std::string_view ring_rate = "out of a domain";
// Of sends between stages: their rate, and the tier at which they turn round; and what stands before the
// facts of a gather over tp behind each.
inline constexpr std::string_view send_rate = "rate of a send";
inline constexpr std::string_view tier_reached = "farthest at";
inline constexpr std::string_view gather_behind_send = "gather over tp:";
// Of a dimension that the reference model has on NICs.
inline constexpr std::string_view nic_rate = "NICs of a GPU";
// Of gradients and parameters: what they do on their way and when, and the bytes of one.
inline constexpr std::string_view gradient_way = "traffic:";
inline constexpr std::string_view gradient_size = "a gradient on its way";

// Facts in the order in which they are told.
class FactList {
  public:
    FactList& words(std::string_view name, std::string_view value) {
        facts_.push_back({std::string(name), FactKind::words, std::string(value)});
        return *this;
    }
    FactList& number(std::string_view name, FactKind kind, double value) {
        facts_.push_back({std::string(name), kind, {}, value});
        return *this;
    }
    FactList& count(std::string_view name, double value) { return number(name, FactKind::count, value); }
    // `of` before their names tells them from others that are called the same.
    FactList& add(const FactList& more, std::string_view of = {}) {
        for (const StepFact& fact : more.facts_) {
            facts_.push_back(fact);
            if (!of.empty()) facts_.back().name = std::string(of) + " " + fact.name;
        }
        return *this;
    }
    [[nodiscard]] std::vector<StepFact> take() { return std::move(facts_); }

  private:
    std::vector<StepFact> facts_;
};

// The facts that both models know alike, for their lists.
namespace step_facts {

FactList recomputation(const Layout& layout);
FactList layers(const Layout& layout);  // of the GPU that holds most
// How often a layer is passed: the same, and micro-batches of a replica.
FactList passes(const Layout& layout);
// What the stage that works for longest holds beside layers.
FactList longest_stage(const StageLayers& stage);
// Tokens of a micro-batch: its sequences, their length, what cp leaves of it.
FactList tokens(const Layout& layout);
FactList experts_passes(const Layout& layout);  // the same of expert layers
FactList sharding(const Layout& layout);
// Schedule, stages, chunks and micro-batches.
FactList pipeline(const Layout& layout);

}  // namespace step_facts

}  // namespace railyard
