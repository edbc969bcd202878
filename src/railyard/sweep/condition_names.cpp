#include "railyard/sweep/condition_names.hpp"

#include <string_view>

namespace railyard::sweep {
namespace {

constexpr const char* what_is_known =
    "conditions know figures (railyard list --figures), and keys that this sweep sets to numbers";

}  // namespace

void ConditionNames::look() {
    if (keys_) return;
    keys_ = numbers_of_keys(plan_.fixed, plan_.axes);
    for (std::size_t i = 0; i < keys_->size(); ++i) place_of_.emplace((*keys_)[i].name, i);
    for (const SweptKey& key : plan_.fixed) paths_.insert(key.path);
    for (const Axis& axis : plan_.axes)
        for (const SweptKey& key : axis.keys) paths_.insert(key.path);
}

bool ConditionNames::is_key(const std::string& name) {
    look();
    return place_of_.count(name) > 0;
}

// Figures are known by their keys and with blanks as well, and are shown as the file has them.
std::variant<std::size_t, ConstraintProblem> ConditionNames::resolve(const std::string& name) {
    if (const auto figure = figure_named(name)) return *figure;
    look();
    if (const auto known = place_of_.find(name); known != place_of_.end())
        return figures().size() + known->second;
    if (paths_.count(name) > 0) {
        const auto in_a_unit = place_of_.lower_bound(name + "_");
        return ConstraintProblem{0, "the values of '" + name + "' are no numbers",
                                 in_a_unit != place_of_.end() && in_a_unit->first.starts_with(name + "_")
                                     ? "'" + in_a_unit->first + "' has them in one unit"
                                     : what_is_known};
    }
    for (const std::string_view answer : {"yes", "no", "true", "false"}) {
        if (name == answer)
            return ConstraintProblem{
                0, "'" + name + "' is neither a number nor a figure",
                "a figure that is yes or no stands alone: memory.fits, or not memory.fits"};
    }
    std::string hint = figure_suggestion(name);
    // A key, rather than a slip.
    if (name.find('.') != std::string::npos && !hint.starts_with("did you mean")) hint = what_is_known;
    return ConstraintProblem{0, "there is no figure '" + name + "'", std::move(hint)};
}

std::vector<KeyNumbers> ConditionNames::keys() && {
    return keys_ ? *std::move(keys_) : std::vector<KeyNumbers>();
}

}  // namespace railyard::sweep
