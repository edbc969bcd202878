#include "railyard/sweep/priced.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "railyard/base/error.hpp"
#include "railyard/input/mapping.hpp"
#include "railyard/topology/bill_notes.hpp"

namespace railyard::sweep {
namespace {

bool goes_by_power(std::string_view column) {
    return column == "power_kw" || column == "mwh_per_trillion_tokens";
}

class PriceCheck {
  public:
    PriceCheck(const DesignPoints& points, const Plan& plan) : points_(points), plan_(plan) {}

    void look(const Figure& figure, const std::string& where, const input::Mark& mark) {
        if (figure.needs != FigureNeeds::bill) return;
        const Billed billed = goes_by_power(figure.column) ? Billed::power : Billed::cost;
        look_at_topologies();
        if (names_.empty() || (billed == Billed::cost ? cost_ : power_)) return;
        std::string names;
        for (const std::string& name : names_) names += (names.empty() ? "" : ", ") + name;
        const std::string word = billed == Billed::cost ? "cost" : "power";
        const std::string message = where + "'" + std::string(figure.column) +
                                    "' has no value at any point: no part of " + names + " has a " + word;
        const std::string hint =
            (billed == Billed::cost
                 ? std::string("set: {cost: 30000, servers.cost: 50000, nics.cost: 1500}")
                 : std::string("set: {power: 700 W, servers.power: 2 kW, nics.power: 25 W}")) +
            " in the sweep, with prices of your own; railyard init domain and init topology name every " +
            word;
        if (mark.source == nullptr) throw InputError(Diagnostic{{}, message, hint, "", 0});
        throw InputError(mark.source->problem(mark, message, hint));
    }

  private:
    // A price is in a file that is named, or set by a key: it shows where one axis after the other takes each
    // of its choices.
    void look_at_topologies() {
        if (looked_) return;
        looked_ = true;
        look_at(0);
        for (std::size_t axis = 0; axis < plan_.axes.size(); ++axis) {
            const auto& keys = plan_.axes[axis].keys;
            const bool of_machines = std::any_of(keys.begin(), keys.end(), [](const SweptKey& key) {
                return key.target != Target::layout && key.target != Target::layout_file &&
                       key.target != Target::gpus;
            });
            for (std::uint32_t choice = 1; of_machines && choice < plan_.axes[axis].size(); ++choice)
                look_at(plan_.grid.with_choice(0, axis, choice));
        }
    }
    void look_at(std::uint64_t point) {
        if (cost_ && power_) return;
        const auto topology = points_.topology(point);
        if (!topology) return;
        names_.insert(topology->name());
        const Bill bill = bill_of(*topology, 1);
        cost_ = cost_ || bill.cost.has_value();
        power_ = power_ || bill.power.has_value();
    }

    const DesignPoints& points_;
    const Plan& plan_;
    bool looked_ = false;
    bool cost_ = false;
    bool power_ = false;
    std::set<std::string> names_;
};

}  // namespace

void check_priced(const DesignPoints& points, const Plan& plan, const std::vector<ChosenBy>& chosen) {
    PriceCheck check(points, plan);
    for (std::size_t i = 0; i < plan.constraints.size(); ++i)
        for (const std::size_t figure : plan.constraints[i].figures())
            if (figure < figures().size()) check.look(figures()[figure], "", plan.constraint_marks[i]);
    for (const auto& [option, figure] : chosen)
        if (const auto known = figure_named(figure)) check.look(figures()[*known], option + ": ", {});
}

}  // namespace railyard::sweep
