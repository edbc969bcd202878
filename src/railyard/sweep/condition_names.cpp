#include "railyard/sweep/condition_names.hpp"

#include <algorithm>
#include <string_view>

namespace railyard::sweep {
namespace {

constexpr const char* what_is_known =
    "conditions know figures (railyard list --figures), and keys that this sweep sets to numbers";

bool sets(const Plan& plan, const std::string& name) {
    const auto is = [&](const SweptKey& key) { return key.path == name; };
    return std::any_of(plan.fixed.begin(), plan.fixed.end(), is) ||
           std::any_of(plan.axes.begin(), plan.axes.end(),
                       [&](const Axis& axis) { return std::any_of(axis.keys.begin(), axis.keys.end(), is); });
}

}  // namespace

// Figures are known by their keys and with blanks as well, and are shown as the file has them.
std::variant<std::size_t, ConstraintProblem> ConditionNames::resolve(const std::string& name) {
    if (const auto figure = figure_named(name)) return *figure;
    if (!keys_) keys_ = numbers_of_keys(plan_.fixed, plan_.axes);
    for (std::size_t i = 0; i < keys_->size(); ++i)
        if ((*keys_)[i].name == name) return figures().size() + i;
    if (sets(plan_, name)) {
        const auto in_a_unit = std::find_if(keys_->begin(), keys_->end(), [&](const KeyNumbers& key) {
            return key.name.starts_with(name + "_");
        });
        return ConstraintProblem{
            0, "the values of '" + name + "' are no numbers",
            in_a_unit != keys_->end() ? "'" + in_a_unit->name + "' has them in one unit" : what_is_known};
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
