#include "tests/support/plan_reports.hpp"

#include "tests/support/plan_spaces.hpp"
#include "tests/support/shipped.hpp"

namespace railyard::test {

PlannedModel::PlannedModel()
    : topology(load_topology(shipped_library(), "hgx-h100").topology),
      space(small_space("mixtral-8x7b", 16, 16)) {
    search::PlanRules rules;
    rules.best = 3;
    answer = search::plan(topology, space, calibrated_times(), rules);
    for (const auto& entry : answer.best)
        reasons.push_back(search::reasons_of(topology, calibrated_times(), entry.layout));
}

output::PlanReport PlannedModel::report() const {
    return {topology, space, answer, reasons, "shipped", CostModel::calibrated, std::nullopt, {"a note"}};
}

}  // namespace railyard::test
