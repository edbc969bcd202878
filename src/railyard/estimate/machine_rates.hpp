#pragma once
// What a cost model needs to know of a placed job's machine, taken out of topology and placement once.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "railyard/base/precision.hpp"
#include "railyard/base/units.hpp"
#include "railyard/estimate/evaluate.hpp"
#include "railyard/job/layout.hpp"
#include "railyard/placement/group_links.hpp"

namespace railyard {

// One dimension as the reference model sees it.
struct DimensionRates {
    bool in_one_domain = true;  // every group; of pp: every hop between stages is on NVLink
    double nvlink_share = 1;    // of its hops; PCIe counts as NVLink where a kind lacks NVLink or NICs
    BytesPerSecond nvlink;      // inside a domain, of the poorest group; PCIe where there is no NVLink
    BytesPerSecond nic;         // a GPU's share of its server's NICs, nothing else on the way

    // The rate at which a ring of this dimension runs.
    [[nodiscard]] BytesPerSecond ring() const { return in_one_domain ? nvlink : nic; }
};

struct MachineRates {
    std::string gpu;      // name of the GPU; empty where several kinds are used
    FlopsPerSecond peak;  // dense, of the slowest GPU used, in `counted_precision`
    Precision counted_precision = Precision::bf16;
    BytesPerSecond memory_bandwidth;
    Bytes gpu_memory;                                        // of the smallest GPU used
    std::array<DimensionRates, dimension_count> dimensions;  // by Dimension; unused ones in one domain

    [[nodiscard]] const DimensionRates& of(Dimension d) const {
        return dimensions[static_cast<std::size_t>(d)];
    }
};

// The precision whose peak stands in for `wanted` on a GPU: itself where the GPU has it; fp16 and bf16 for
// each other; then the next wider one. Nothing if the GPU has none of these.
std::optional<Precision> counted_precision(const Gpu& gpu, Precision wanted);

// Says that the peak of another precision is counted than the job's, `wanted`; empty where it is not.
std::string counted_note(const MachineRates& rates, Precision wanted);

// Rates of the slowest and smallest GPU used. Throws InputError if one has no peak that could be counted.
MachineRates machine_rates(const Topology& topology, const Layout& layout, const Evaluation& evaluation,
                           const std::vector<DimensionLinks>& links);

}  // namespace railyard
