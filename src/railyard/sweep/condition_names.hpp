#pragma once
// What conditions of a sweep may ask for: figures, and keys that the sweep sets to numbers.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "railyard/search/constraint.hpp"
#include "railyard/sweep/axis_columns.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

class ConditionNames {
  public:
    // Of the keys of `plan`, whose axes and fixed keys are all there. It outlives this.
    explicit ConditionNames(const Plan& plan) : plan_(plan) {}

    // The number of a name: of a figure, or behind those of one of keys(). Where a key is a figure's other
    // name, the figure is meant.
    std::variant<std::size_t, ConstraintProblem> resolve(const std::string& name);

    // Whether it is the name of one of keys().
    [[nodiscard]] bool is_key(const std::string& name);

    // Those that can be asked for, if any was, in the order of their numbers from figures().size() on.
    [[nodiscard]] std::vector<KeyNumbers> keys() &&;

  private:
    void look();

    const Plan& plan_;
    std::optional<std::vector<KeyNumbers>> keys_;  // none: nobody asked for any
    std::map<std::string, std::size_t> place_of_;  // in keys_
    std::set<std::string> paths_;                  // of all keys, numbers or not
};

}  // namespace railyard::sweep
