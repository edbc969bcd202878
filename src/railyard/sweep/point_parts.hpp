#pragma once
// The two halves of a point: the machine that its topology makes, and the job that its layout makes. Many
// points have one of them in common.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/evaluator.hpp"
#include "railyard/sweep/opened_files.hpp"
#include "railyard/sweep/plan.hpp"

namespace railyard::sweep {

// A calibration, and eta of the reference model for machines that it does not know; without one such a
// machine has no times.
struct CalibratedTimes {
    Calibration calibration;
    std::optional<double> otherwise;
};

// What a sweep takes for times: eta of the reference model, or a calibration.
using TimeModel = std::variant<double, CalibratedTimes>;

struct PointMachine {
    std::optional<Topology> topology;
    std::optional<Evaluator> evaluator;
    std::optional<Evaluator> reference;  // for what the calibration does not know
    std::string why_not;                 // where there is no topology
};

struct PointJob {
    std::optional<Layout> layout;
    std::string why_not;  // where there is none
    std::string notes;    // on values of the sweep
};

// Makes them of the files that a sweep stands on and of what a point changes. May be asked by several
// threads. All that it is given outlives it.
class PointMaker {
  public:
    PointMaker(const input::Library& library, const Plan& plan, const OpenedFiles& files,
               const TimeModel& times)
        : library_(library), plan_(plan), files_(files), times_(times) {}

    [[nodiscard]] std::unique_ptr<PointMachine> machine(std::uint64_t point) const;
    [[nodiscard]] std::unique_ptr<PointJob> job(std::uint64_t point) const;

  private:
    template <class Visit>
    void for_each_key(std::uint64_t point, Visit visit) const;

    const input::Library& library_;
    const Plan& plan_;
    const OpenedFiles& files_;
    const TimeModel& times_;
};

// The first problem, on one line, with its remedy.
std::string reason_of(const InputError& error);

}  // namespace railyard::sweep
