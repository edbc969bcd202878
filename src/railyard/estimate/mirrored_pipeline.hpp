#pragma once
// DualPipe: micro-batches of both directions on every device, so that the exchanges of experts of one hide
// behind the computation of the other (DeepSeek-V3, arXiv:2412.19437, section 3.2).

#include <vector>

#include "railyard/estimate/calibrated_layer.hpp"
#include "railyard/schedule/replay.hpp"

namespace railyard {

// Of a GPU, and those of them that its kernels for dispatch and combine keep while both run (section 3.2.2).
struct Multiprocessors {
    double all = 0;
    double exchanging = 0;
};

// Times of a piece, its weight half being as long as the products of its forward pass.
schedule::PieceSeconds piece_seconds(const PassCosts& piece);

// A forward of one direction together with a backward of the other: products and attention run on what the
// exchanges leave of the multiprocessors, and of the exchanges shows what is longer than all that.
StepCosts overlapped_pair(const StepCosts& forward, const StepCosts& backward, const Multiprocessors& gpu);

// All passes of the device with most work, and in CostItem::bubble what it waits. `stages`: one micro-batch
// on each stage.
StepCosts mirrored_pipeline(const Layout& layout, const Multiprocessors& gpu,
                            const std::vector<PassCosts>& stages);

}  // namespace railyard
