#pragma once
// A line on a terminal that says how far a plan is and what is best so far.

#include <chrono>

#include "railyard/search/plan.hpp"

namespace railyard::tool {

// Writes to standard error where that is a terminal, ten times a second at most; else nothing.
class PlanProgressLine {
  public:
    PlanProgressLine();
    ~PlanProgressLine();
    PlanProgressLine(const PlanProgressLine&) = delete;
    PlanProgressLine& operator=(const PlanProgressLine&) = delete;

    void show(const search::PlanProgress& progress);

  private:
    bool shows_ = false;
    bool drawn_ = false;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace railyard::tool
