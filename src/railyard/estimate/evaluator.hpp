#pragma once
// Many layouts on one topology, fast: placement, hops, what groups see of their links, the time of a step and
// its memory. Where placements are regular they are counted by symmetry, at a cost that does not grow with
// the GPUs; others are counted rank by rank. Both ways give the same figures, which tests hold.

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "railyard/estimate/calibration.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/placement/regular.hpp"

namespace railyard {

enum class CountedBy { symmetry, ranks };

struct Assessment {
    // Counted by symmetry, its placement may be an outline (RegularPlacement), and hops by stage and the
    // estimate's volumes and bytes are there only if StageDetail::by_stage was asked for.
    Evaluation evaluation;
    Estimate estimate;
    Bytes memory;                     // of one GPU of the stage that needs most, without what is reserved
    std::uint32_t fullest_stage = 0;  // the first of those that need most
    CountedBy counted_by = CountedBy::ranks;
    std::string stand_in;  // says that another precision stands in for the job's; else empty
};

// In words, what the calibration does not know of the machine.
struct NotCalibrated {
    std::string why;
};

using AssessmentResult = std::variant<Assessment, DoesNotFit, NotCalibrated>;

class Evaluator {
  public:
    // With the times of the reference model, or of the calibrated one. What is given must outlive the
    // evaluator, which may be used by several threads at once.
    Evaluator(const Topology& topology, double eta) : topology_(topology), regularity_(topology), eta_(eta) {}
    Evaluator(const Topology& topology, const Calibration& calibration)
        : topology_(topology),
          regularity_(topology),
          calibration_(&calibration),
          shared_machines_(make_shared_machines()) {}

    // The layout is one that loaded: its order and degrees fit each other. Throws InputError if a GPU has no
    // peak that could be counted, as machine_rates does.
    [[nodiscard]] AssessmentResult evaluate(const Layout& layout,
                                            StageDetail detail = StageDetail::summed) const;
    // The same, every rank looked at.
    [[nodiscard]] AssessmentResult evaluate_by_ranks(const Layout& layout) const;

  private:
    [[nodiscard]] bool by_symmetry(const Layout& layout, StageDetail detail, Assessment& found) const;
    // Machines whose oversubscribed links were shared out, which may cost a look at every rank: kept for
    // layouts that differ in nothing it depends on.
    class SharedMachines;
    [[nodiscard]] static std::shared_ptr<SharedMachines> make_shared_machines();
    [[nodiscard]] std::variant<CalibratedMachine, std::string> machine_of(const Layout& layout,
                                                                          Assessment& found) const;

    [[nodiscard]] bool shares_links(const DimensionLinks& links) const;
    [[nodiscard]] AssessmentResult timed(const Layout& layout, StageDetail detail, Assessment found) const;

    const Topology& topology_;
    Regularity regularity_;
    double eta_ = 0;
    const Calibration* calibration_ = nullptr;  // none: the reference model
    std::shared_ptr<SharedMachines> shared_machines_;
};

}  // namespace railyard
