#pragma once
// A plan that output tests print.

#include "railyard/output/plan_report.hpp"

namespace railyard::test {

// A small model on two boxes, planned with the calibrated model, three cuts. Searched once.
struct PlannedModel {
    PlannedModel();
    Topology topology;
    search::PlanSpace space;
    search::PlanAnswer answer;
    std::vector<search::StepReasons> reasons;
    [[nodiscard]] output::PlanReport report() const;
};

}  // namespace railyard::test
