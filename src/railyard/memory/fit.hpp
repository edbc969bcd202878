#pragma once
// Whether a job fits into its GPUs: an answer. Where it does not: how many bytes over, which part is largest,
// and which change would make it fit.

#include <array>
#include <string_view>
#include <vector>

#include "railyard/base/units.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/memory/estimate.hpp"
#include "railyard/memory/remedies.hpp"

namespace railyard::memory {

struct GpuMemory {
    Bytes shown;                    // as the driver shows it: 81,559 MiB of an "80 GB" H100
    Bytes reserved = gibibytes(2);  // context, communication buffers, fragmentation
    [[nodiscard]] Bytes capacity() const { return shown - reserved; }
};

enum class Part { weights, gradients, optimizer, activations };
inline constexpr std::array<std::string_view, 4> part_names = {"weights", "gradients", "optimizer",
                                                               "activations"};
Bytes size_of(const StageMemory& stage, Part part);

struct Fit {
    GpuMemory gpu;
    Bytes needed;  // by the worst stage
    Part largest = Part::weights;
    std::vector<Remedy> remedies;  // when it does not fit: cheapest first

    [[nodiscard]] bool fits() const { return needed <= gpu.capacity(); }
    [[nodiscard]] Bytes over() const { return fits() ? Bytes{} : needed - gpu.capacity(); }
    [[nodiscard]] Bytes spare() const { return fits() ? gpu.capacity() - needed : Bytes{}; }
};

// `memory` is the estimate of this layout. Remedies are estimated with the closed forms of in_flight.hpp.
// When the job fits, this costs next to nothing; else what remedies.hpp says.
Fit check_fit(const Layout& layout, const Memory& memory, const GpuMemory& gpu);

}  // namespace railyard::memory
