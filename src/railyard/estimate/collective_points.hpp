#pragma once
// Measured collectives, the model beside them, and curves fitted to them.

#include <cstdint>
#include <string>
#include <vector>

#include "railyard/estimate/calibration.hpp"
#include "railyard/topology/topology.hpp"

namespace railyard {

// Whether curves are fitted to a measurement, or it is only compared.
enum class PointUse { fit, check };
inline constexpr std::array<std::string_view, 2> point_use_names = {"fit", "check"};

// One measured time.
struct CollectivePoint {
    std::string on;  // topology or domain
    std::string gpu;
    std::string source;
    PointUse use = PointUse::fit;
    Collective kind = Collective::all_reduce;
    GroupClass group;
    BytesPerSecond links;  // most that a member's links carry: NVLink inside, NICs outside
    Bytes size;
    Seconds measured;
};

struct CollectiveRow {
    CollectivePoint point;
    CollectiveCost predicted;

    [[nodiscard]] double error_percent() const { return 100 * (predicted.time / point.measured - 1); }
};

struct CollectiveErrors {
    std::string what;
    std::size_t points = 0;
    double median = 0;  // of the absolute errors, percent
    double worst = 0;   // with its sign
    std::size_t beyond_30 = 0;
};

struct CollectiveValidation {
    std::vector<CollectiveRow> rows;
    std::vector<CollectiveErrors> tables;  // by topology and collective
    CollectiveErrors all;
};

CollectiveValidation validate_collectives(const Calibration& calibration,
                                          const std::vector<CollectivePoint>& points);

// What became of the points of one platform that are for fitting: of one collective in a domain, or of all
// collectives between domains.
struct CurveFit {
    std::string what;  // "all-gather on h100", "the network between domains on h100"
    std::size_t points = 0;
    std::string not_fitted;  // why no curve was fitted, and the remedy; empty: one was
    double before = 0;       // median of the absolute errors with the curve as it was, percent
    double after = 0;
    double worst_before = 0;  // the largest of them
    double worst_after = 0;
    std::vector<std::uint32_t> unmeasured;  // usual group sizes that no point is of
};

// Those of with_fitted_curves, in the order of the points. `base` and `fitted`: before and after it.
std::vector<CurveFit> curve_fits(const Calibration& base, const Calibration& fitted,
                                 const std::vector<CollectivePoint>& points);

// What a group of `members` GPUs side by side sees of a topology. Throws InputError if they do not fit.
GroupClass group_side_by_side(const Topology& topology, std::uint32_t members);

// The most that the links of a group can carry, as bus bandwidth. Switches that reduce, as those inside
// domains may, spare an all-reduce all but one passage of the buffer.
BytesPerSecond most_bus_bandwidth(const CollectivePoint& point);

// Usual group sizes (2, 4 and 8) that none of the points is of.
std::vector<std::uint32_t> unmeasured_members(const std::vector<CollectivePoint>& points);

// The platforms with the curves inside domains, then the network's, fitted to the points of their GPUs: least
// squares of log(predicted / measured), inside domains large errors weighing more. Collectives without points
// keep their curves, and groups of unmeasured_members are held by what the curve of `base` says of them, so
// that a table of one group size moves what it decides.
Calibration with_fitted_curves(const Calibration& base, const std::vector<CollectivePoint>& points);

}  // namespace railyard
