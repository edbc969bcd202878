#include "railyard/estimate/mirrored_pipeline.hpp"

#include <algorithm>

#include "railyard/estimate/pipeline_conditions.hpp"
#include "railyard/estimate/pipeline_time.hpp"

namespace railyard {
namespace {

constexpr std::array on_multiprocessors = {CostItem::products, CostItem::attention, CostItem::expert_products,
                                           CostItem::head};

// All operations of one device.
StepCosts work_of(const schedule::Schedule& schedule, std::uint32_t device,
                  const std::vector<PassCosts>& stages, const GpuFacts& gpu) {
    using schedule::Kind;
    const auto piece = [&](const schedule::Operation& operation) -> const PassCosts& {
        return stages[schedule.stage[schedule.slot(device, operation.chunk)]];
    };
    StepCosts work;
    for (std::size_t i = schedule.first[device]; i < schedule.first[device + 1]; ++i) {
        const auto& operation = schedule.operations[i];
        if (operation.together == schedule::Together::with_next) {
            const auto& other = schedule.operations[++i];
            work.add(overlapped_pair(piece(operation).forward, piece(other).backward, gpu));
        } else if (operation.kind == Kind::forward) {
            work.add(piece(operation).forward);
        } else if (operation.kind != Kind::backward_weight) {  // counted with its input half
            work.add(piece(operation).backward);
        }
    }
    return work;
}

}  // namespace

schedule::PieceSeconds piece_seconds(const PassCosts& piece) {
    const double backward = piece.backward.sum();
    const double weights = piece.forward[CostItem::products] + piece.forward[CostItem::expert_products];
    return {piece.forward.sum(), backward, std::min(weights, backward)};
}

StepCosts overlapped_pair(const StepCosts& forward, const StepCosts& backward, const GpuFacts& gpu) {
    StepCosts both = forward;
    both.add(backward);
    const double exchange = both[CostItem::exchange];
    both[CostItem::exchange] = 0;
    if (exchange <= 0) return both;
    const double all = gpu.multiprocessors;
    for (const CostItem item : on_multiprocessors)
        both[item] *= all / std::max(1.0, all - exchange_multiprocessors);
    both[CostItem::exchange] = std::max(0.0, exchange - both.sum());
    return both;
}

StepCosts mirrored_pipeline(const Layout& layout, const GpuFacts& gpu, const std::vector<PassCosts>& stages) {
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
    for (std::uint32_t device = 0; device < schedule.devices; ++device) {
        const StepCosts work = work_of(schedule, device, stages, gpu);
        if (work.sum() > most.sum()) most = work;
    }
    most[CostItem::bubble] = pipeline_time(schedule::Algorithm::dualpipe, shape, pieces, paired) - most.sum();
    return most;
}

}  // namespace railyard
