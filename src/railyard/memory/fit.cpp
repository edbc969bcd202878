#include "railyard/memory/fit.hpp"

namespace railyard::memory {

Bytes size_of(const StageMemory& stage, Part part) {
    switch (part) {
        case Part::weights:
            return stage.weights;
        case Part::gradients:
            return stage.gradients;
        case Part::optimizer:
            return stage.optimizer;
        case Part::activations:
            return stage.activations;
    }
    return {};
}

Fit check_fit(const Layout& layout, const Memory& memory, const GpuMemory& gpu) {
    Fit fit;
    fit.gpu = gpu;
    const StageMemory& worst = memory.worst();
    fit.needed = worst.total();
    for (const Part part : {Part::weights, Part::gradients, Part::optimizer, Part::activations}) {
        if (size_of(worst, part) > size_of(worst, fit.largest)) fit.largest = part;
    }
    if (!fit.fits()) fit.remedies = find_remedies(layout, gpu.capacity());
    return fit;
}

}  // namespace railyard::memory
