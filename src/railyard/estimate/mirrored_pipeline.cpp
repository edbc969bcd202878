#include "railyard/estimate/mirrored_pipeline.hpp"

#include <algorithm>

#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/estimate/pipeline_time.hpp"

namespace railyard {
namespace {

constexpr std::array on_multiprocessors = {CostItem::products, CostItem::attention, CostItem::expert_products,
                                           CostItem::head};

using schedule::Kind;

// All operations of one device, as visit(forward piece, backward piece) where they are a pair, else with the
// piece and `alone` in the place of the other. A weight half is counted with its input half.
constexpr auto alone = static_cast<std::size_t>(-1);
template <class Visit>
void for_each_pass(const schedule::Schedule& schedule, std::uint32_t device, Visit visit) {
    const auto piece = [&](const schedule::Operation& operation) -> std::size_t {
        return schedule.stage[schedule.slot(device, operation.chunk)];
    };
    for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
        const auto& operation = schedule.operations[i];
        if (operation.together == schedule::Together::with_next) {
            visit(piece(operation), piece(schedule.operations[++i]));
        } else if (operation.kind == Kind::forward) {
            visit(piece(operation), alone);
        } else if (operation.kind != Kind::backward_weight) {
            visit(alone, piece(operation));
        }
    }
}

// The device that computes for longest.
std::uint32_t busiest(const schedule::Schedule& schedule, const std::vector<schedule::PieceSeconds>& pieces,
                      const std::vector<double>& paired) {
    std::uint32_t longest = 0;
    double most = -1;
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        double busy = 0;
        for_each_pass(schedule, device, [&](std::size_t forward, std::size_t backward) {
            if (backward == alone) {
                busy += pieces[forward].forward;
            } else if (forward == alone) {
                busy += pieces[backward].backward;
            } else {
                busy += paired[forward * pieces.size() + backward];
            }
        });
        if (busy > most) {
            most = busy;
            longest = device;
        }
    }
    return longest;
}

}  // namespace

schedule::PieceSeconds piece_seconds(const PassCosts& piece) {
    const double backward = piece.backward.sum();
    const double weights = piece.forward[CostItem::products] + piece.forward[CostItem::expert_products];
    return {piece.forward.sum(), backward, std::min(weights, backward)};
}

StepCosts overlapped_pair(const StepCosts& forward, const StepCosts& backward, const Multiprocessors& gpu) {
    StepCosts both = forward;
    both.add(backward);
    const double exchange = both[CostItem::exchange];
    both[CostItem::exchange] = 0;
    if (exchange <= 0) return both;
    for (const CostItem item : on_multiprocessors)
        both[item] *= gpu.all / std::max(1.0, gpu.all - gpu.exchanging);
    both.show(CostItem::exchange, exchange, std::max(0.0, exchange - both.sum()));
    return both;
}

StepCosts mirrored_pipeline(const Layout& layout, const Multiprocessors& gpu,
                            const std::vector<PassCosts>& stages) {
    const schedule::Shape shape = schedule_shape(layout);
    const std::size_t count = stages.size();
    std::vector<schedule::PieceSeconds> pieces;
    for (const PassCosts& stage : stages) pieces.push_back(piece_seconds(stage));
    std::vector<double> paired;
    for (const PassCosts& forward : stages)
        for (const PassCosts& backward : stages)
            paired.push_back(overlapped_pair(forward.forward, backward.backward, gpu).sum());
    // A shape that DualPipe refuses is timed as its two directions one after the other.
    if (schedule::refuse(schedule::Algorithm::dualpipe, shape)) {
        StepCosts most;
        for (std::size_t s = 0; s < count; ++s) {
            StepCosts work = stages[s].both();
            work.add(stages[count - 1 - s].both()).scale(shape.micro_batches / 2.0);
            if (work.sum() > most.sum()) most = work;
        }
        most[CostItem::bubble] =
            std::max(0.0, pipeline_time(schedule::Algorithm::dualpipe, shape, pieces, paired) - most.sum());
        return most;
    }
    const auto schedule = schedule::build(schedule::Algorithm::dualpipe, shape);
    StepCosts most;
    for_each_pass(schedule, busiest(schedule, pieces, paired),
                  [&](std::size_t forward, std::size_t backward) {
                      if (backward == alone) {
                          most.add(stages[forward].forward);
                      } else if (forward == alone) {
                          most.add(stages[backward].backward);
                      } else {
                          most.add(overlapped_pair(stages[forward].forward, stages[backward].backward, gpu));
                      }
                  });
    most[CostItem::bubble] = pipeline_time(schedule::Algorithm::dualpipe, shape, pieces, paired) - most.sum();
    return most;
}

}  // namespace railyard
