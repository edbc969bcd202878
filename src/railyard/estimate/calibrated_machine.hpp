#pragma once
// What the calibrated model needs to know of a placed job's machine, taken out of topology, placement and
// calibration once.

#include <array>
#include <string>
#include <vector>

#include "railyard/base/precision.hpp"
#include "railyard/estimate/step_constants.hpp"
#include "railyard/network/collectives.hpp"
#include "railyard/placement/group_links.hpp"

namespace railyard {

// Volta takes the constants of Ampere and has no published runs, so no error band.
enum class Generation { ampere, hopper, blackwell, volta };
inline constexpr std::array<std::string_view, 4> generation_names = {"ampere", "hopper", "blackwell",
                                                                     "volta"};

// What was measured of one kind of GPU by itself.
struct GpuFacts {
    std::string gpu;  // of topologies/gpus
    Generation generation = Generation::ampere;
    FlopsPerSecond best_bf16;  // best product of any shape that runs for long
    FlopsPerSecond best_fp8;   // zero: has none
    double multiprocessors = 108;
    double half_depth = 100;  // inner dimension at which a product reaches half, in 16 bits
    std::string sources;
};

// The curves of the GPUs that talk alike.
struct PlatformCurves {
    std::string name;  // "H100 and H200"
    std::vector<std::string> gpus;
    CollectiveCurves curves;
};

enum class ProductPrecision { bf16, fp8 };

// What a job's tensor-parallel groups talk over; pcie where any group of the job has members in a domain that
// no NVLink joins all the way.
enum class JobLinks { nvlink, network, pcie };
inline constexpr std::array<std::string_view, 3> job_links_names = {"nvlink", "network", "pcie"};

struct CalibratedMachine {
    GpuFacts gpu;
    ProductPrecision precision = ProductPrecision::bf16;
    Precision timed = Precision::bf16;  // of the products that stand for the job's
    BytesPerSecond memory;              // peak
    CollectiveCurves curves;
    std::string platform;                            // that they were measured on: "H100 and H200"
    std::array<GroupClass, dimension_count> groups;  // the slowest of each dimension; one member: unused
    JobLinks links = JobLinks::nvlink;
    BytesPerSecond send_rate;  // between stages
    Seconds send_latency;

    [[nodiscard]] const GroupClass& group(Dimension d) const { return groups[static_cast<std::size_t>(d)]; }
    [[nodiscard]] Seconds collective(Collective kind, double size, Dimension d) const {
        return collective_cost(kind, bytes(size), group(d), curves).time;
    }
};

}  // namespace railyard
