#include "railyard/estimate/network_fitting.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "railyard/estimate/load_constants.hpp"
#include "railyard/topology/load.hpp"
#include "tests/support/shipped.hpp"

namespace railyard {
namespace {

using doctest::Approx;

Calibration shipped() {
    return load_calibration(std::string(RAILYARD_SOURCE_DIR) + "/" + shipped_calibration);
}
CollectiveCurves& curves_of_h100(Calibration& calibration) {
    for (PlatformCurves& platform : calibration.platforms)
        if (platform.gpus.front() == "h100") return platform.curves;
    return calibration.platforms.front().curves;
}

// A site whose network needs more than ours.
CollectiveCurves slow_site() {
    Calibration calibration = shipped();
    CollectiveCurves curves = curves_of_h100(calibration);
    curves.network.share = 0.8;
    curves.network.small_hop = microseconds(20);
    curves.network.large_base = microseconds(250);
    curves.network.large_step = microseconds(6);
    return curves;
}

// What nccl-tests would print there for so many GPUs side by side, 64 KiB to 4 GiB.
std::vector<CollectivePoint> measured_there(Collective kind, std::uint32_t members) {
    const Topology topology = load_topology(test::shipped_library(), "dgx-h100-superpod").topology;
    CollectivePoint point;
    point.on = topology.name();
    point.gpu = "h100";
    point.kind = kind;
    point.group = group_side_by_side(topology, members);
    std::vector<CollectivePoint> points;
    for (double size = 65536; size <= 4294967296; size *= 4) {
        point.size = bytes(size);
        point.measured = collective_cost(kind, point.size, point.group, slow_site()).time;
        points.push_back(point);
    }
    return points;
}

TEST_CASE("a site's network is found from its collectives, and told for sizes that were not measured") {
    const Calibration base = shipped();
    auto points = measured_there(Collective::all_reduce, 32);
    const auto gathers = measured_there(Collective::all_gather, 128);
    points.insert(points.end(), gathers.begin(), gathers.end());
    REQUIRE(points.size() >= least_network_points);
    Calibration fitted = with_fitted_curves(base, points);
    CHECK(validate_collectives(base, points).all.median > 20);
    CHECK(validate_collectives(fitted, points).all.median < 2);
    CHECK(curves_of_h100(fitted).network.share == Approx(0.8).epsilon(0.02));
    CHECK(validate_collectives(fitted, measured_there(Collective::all_reduce, 256)).all.median < 5);
    // Curves inside a domain are not the network's to move.
    Calibration before = base;
    CHECK(curves_of_h100(fitted).domain[0].large_share == curves_of_h100(before).domain[0].large_share);
    const auto fits = curve_fits(base, fitted, points);
    REQUIRE(fits.size() == 1);
    CHECK(fits[0].what.starts_with("the network between domains on "));
    CHECK(fits[0].not_fitted.empty());
    CHECK(fits[0].after < 2);
}

TEST_CASE("what no point decides stays where it was") {
    Calibration base = shipped();
    CollectiveCurves curves = curves_of_h100(base);
    auto points = measured_there(Collective::all_reduce, 32);
    std::vector<const CollectivePoint*> large;
    for (const CollectivePoint& point : points)
        if (point.size > bytes(1e9)) large.push_back(&point);
    REQUIRE(large.size() == 2);  // 1 and 4 GiB
    fit_network(curves, large);
    CHECK(curves.network.small_hop.raw() ==
          Approx(curves_of_h100(base).network.small_hop.raw()).epsilon(0.01));
    CHECK(curves.network.share < 0.85);
}

TEST_CASE("too few points of several domains are told, with the remedy") {
    const Calibration base = shipped();
    auto points = measured_there(Collective::all_reduce, 32);
    points.resize(least_network_points - 1);
    const Calibration same = with_fitted_curves(base, points);
    const auto fits = curve_fits(base, same, points);
    REQUIRE(fits.size() == 1);
    CHECK(fits[0].not_fitted.find("7 points of groups in several domains, and a curve needs 8") == 0);
}

}  // namespace
}  // namespace railyard
