#include "railyard/estimate/collective_points.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "railyard/base/error.hpp"
#include "railyard/estimate/estimate.hpp"
#include "railyard/estimate/least_squares.hpp"
#include "railyard/estimate/network_fitting.hpp"

namespace railyard {
namespace {

const PlatformCurves* platform_of(const Calibration& calibration, const std::string& gpu) {
    for (const PlatformCurves& platform : calibration.platforms)
        if (std::find(platform.gpus.begin(), platform.gpus.end(), gpu) != platform.gpus.end())
            return &platform;
    return nullptr;
}

CollectiveErrors errors_of(std::string what, const std::vector<CollectiveRow>& rows,
                           const std::function<bool(const CollectiveRow&)>& belongs) {
    CollectiveErrors errors;
    errors.what = std::move(what);
    std::vector<double> sizes;
    for (const CollectiveRow& row : rows) {
        if (!belongs(row)) continue;
        const double error = row.error_percent();
        sizes.push_back(std::abs(error));
        if (std::abs(error) > std::abs(errors.worst)) errors.worst = error;
        if (std::abs(error) > 30) ++errors.beyond_30;
    }
    errors.points = sizes.size();
    if (sizes.empty()) return errors;
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                     sizes.end());
    errors.median = sizes[sizes.size() / 2];
    return errors;
}

// A curve as the logarithms of its numbers, with bounds that they stay within: a share above 1 would be more
// than the links carry.
struct Bound {
    double least, most;
};
constexpr std::array curve_bounds = {Bound{1e-7, 1e-4}, Bound{1e-8, 1e-4}, Bound{0.02, 1}, Bound{1e-3, 8},
                                     Bound{1e-7, 1e-3}, Bound{1e-8, 1e-4}, Bound{0.3, 1},  Bound{1e-3, 2},
                                     Bound{1e-8, 1e-4}, Bound{1e-7, 1e-4}, Bound{0.3, 1.3}};
constexpr Bound simple_start_bound = {1e-7, 1e-4};
constexpr std::size_t numbers_of_curve = 9;

double within(double x, Bound bound) {
    return bound.least * std::pow(bound.most / bound.least, 1 / (1 + std::exp(-x)));
}
double to_line(double value, Bound bound) {
    const double share =
        std::clamp(std::log(value / bound.least) / std::log(bound.most / bound.least), 0.03, 0.97);
    return std::log(share / (1 - share));
}

// The curve of a collective, and what else it has to be fitted: the switch's, or Simple's start.
std::vector<double> line_of(const CollectiveCurves& curves, Collective kind) {
    const DomainCurve& curve = curves.domain[static_cast<std::size_t>(kind)];
    const std::array values = {curve.small_base.raw(),  curve.small_step.raw(), curve.small_share,
                               curve.small_few_members, curve.large_base.raw(), curve.large_step.raw(),
                               curve.large_share,       curve.few_members,      curve.large_floor.raw()};
    std::vector<double> line;
    for (std::size_t i = 0; i < values.size(); ++i) line.push_back(to_line(values[i], curve_bounds[i]));
    if (kind == Collective::all_reduce && curves.nvls) {
        line.push_back(to_line(curves.nvls->step.raw(), curve_bounds[9]));
        line.push_back(to_line(curves.nvls->share, curve_bounds[10]));
    }
    if (kind == Collective::all_to_all) line.push_back(to_line(curve.simple_start.raw(), simple_start_bound));
    return line;
}

void set_line(const std::vector<double>& line, Collective kind, CollectiveCurves& curves) {
    const auto at = [&](std::size_t i) { return within(line[i], curve_bounds[i]); };
    DomainCurve& curve = curves.domain[static_cast<std::size_t>(kind)];
    curve = {seconds(at(0)), seconds(at(1)), at(2), at(3),          seconds(at(4)),
             seconds(at(5)), at(6),          at(7), seconds(at(8)), {}};
    if (kind == Collective::all_reduce && curves.nvls) {
        curves.nvls->step = seconds(at(9));
        curves.nvls->share = at(10);
    }
    if (kind == Collective::all_to_all)
        curve.simple_start = seconds(within(line[numbers_of_curve], simple_start_bound));
}

// What the curve says now of groups that were not measured, at the sizes that were.
std::vector<CollectivePoint> held_points(const CollectiveCurves& curves, Collective kind,
                                         const std::vector<const CollectivePoint*>& points) {
    std::vector<CollectivePoint> all;
    for (const CollectivePoint* point : points) all.push_back(*point);
    const std::uint32_t most = std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
                                   return a.group.members < b.group.members;
                               })->group.members;
    std::vector<CollectivePoint> held;
    for (const std::uint32_t members : unmeasured_members(all)) {
        for (CollectivePoint point : all) {
            if (point.group.members != most) continue;
            point.group.members = point.group.most_in_domain = point.group.fewest_in_domain = members;
            point.measured = collective_cost(kind, point.size, point.group, curves).time;
            held.push_back(std::move(point));
        }
    }
    return held;
}

void fit_curve(CollectiveCurves& curves, Collective kind, const std::vector<const CollectivePoint*>& points) {
    const auto start = line_of(curves, kind);
    const auto held = held_points(curves, kind, points);
    // All of them together weigh as a fifth of what was measured: enough where that decides nothing.
    const double weight =
        held.empty() ? 0
                     : std::sqrt(0.2 * static_cast<double>(points.size()) / static_cast<double>(held.size()));
    CollectiveCurves trial = curves;
    const auto error_of = [&](const CollectivePoint& point) {
        const double error =
            std::log(collective_cost(kind, point.size, point.group, trial).time / point.measured);
        return error * (1 + 10 * error * error);  // the worst counts too
    };
    const auto residuals = [&](const std::vector<double>& at, std::vector<double>& out) {
        out.clear();
        set_line(at, kind, trial);
        for (const CollectivePoint* point : points) out.push_back(error_of(*point));
        for (const CollectivePoint& point : held) out.push_back(weight * error_of(point));
        for (std::size_t i = 0; i < at.size(); ++i) out.push_back(0.01 * (at[i] - start[i]));
    };
    LeastSquaresOptions options;
    options.difference = 1e-3;
    options.most_steps = 200;
    set_line(least_squares(residuals, start, options).point, kind, curves);
}

}  // namespace

GroupClass group_side_by_side(const Topology& topology, std::uint32_t members) {
    Layout layout;
    layout.model.layers = layout.model.hidden = layout.model.heads = layout.model.kv_heads = 1;
    layout.degrees.dp = members;
    layout.batch.sequences = members;
    layout.order = {{Dimension::dp, {}}, {Dimension::tp, {}}, {Dimension::cp, {}}, {Dimension::pp, {}}};
    layout.placement.policy = Policy::packed;
    layout.placement.keep = {};
    const auto result = evaluate(topology, layout);
    if (const auto* no = std::get_if<DoesNotFit>(&result)) {
        throw InputError(
            Diagnostic{{},
                       std::to_string(members) + " GPUs do not fit on " + topology.name() + ": " + no->why,
                       "",
                       "",
                       0});
    }
    return look_at_links(topology, layout, std::get<Evaluation>(result)).links.at(0).slowest();
}

BytesPerSecond most_bus_bandwidth(const CollectivePoint& point) {
    const GroupClass& group = point.group;
    const BytesPerSecond links = std::max(point.links, group.inside);
    if (point.kind != Collective::all_reduce) return links;
    return links * (bus_bytes(point.kind, bytes(1), group.members) / bytes(1));
}

std::vector<std::uint32_t> unmeasured_members(const std::vector<CollectivePoint>& points) {
    std::vector<std::uint32_t> unmeasured;
    for (const std::uint32_t members : {2U, 4U, 8U}) {
        const bool is_measured = std::any_of(points.begin(), points.end(), [&](const CollectivePoint& point) {
            return point.group.members == members;
        });
        if (!is_measured) unmeasured.push_back(members);
    }
    return unmeasured;
}

CollectiveValidation validate_collectives(const Calibration& calibration,
                                          const std::vector<CollectivePoint>& points) {
    CollectiveValidation validation;
    for (const CollectivePoint& point : points) {
        const PlatformCurves* platform = platform_of(calibration, point.gpu);
        if (platform == nullptr) continue;
        validation.rows.push_back(
            {point, collective_cost(point.kind, point.size, point.group, platform->curves)});
    }
    for (const CollectiveRow& row : validation.rows) {
        const auto same = [&](const CollectiveRow& other) {
            return other.point.on == row.point.on && other.point.kind == row.point.kind;
        };
        std::string what =
            row.point.on + ", " + std::string(collective_names[static_cast<std::size_t>(row.point.kind)]);
        if (std::any_of(validation.tables.begin(), validation.tables.end(),
                        [&](const CollectiveErrors& t) { return t.what == what; }))
            continue;
        validation.tables.push_back(errors_of(std::move(what), validation.rows, same));
    }
    validation.all = errors_of("all", validation.rows, [](const CollectiveRow&) { return true; });
    return validation;
}

Calibration with_fitted_curves(const Calibration& base, const std::vector<CollectivePoint>& points) {
    Calibration calibration = base;
    for (PlatformCurves& platform : calibration.platforms) {
        std::array<std::vector<const CollectivePoint*>, collective_count> inside;
        std::vector<const CollectivePoint*> outside;
        for (const CollectivePoint& point : points) {
            const bool here =
                std::find(platform.gpus.begin(), platform.gpus.end(), point.gpu) != platform.gpus.end();
            if (!here || point.use != PointUse::fit) continue;
            (point.group.domains == 1 ? inside[static_cast<std::size_t>(point.kind)] : outside)
                .push_back(&point);
        }
        for (std::size_t k = 0; k < collective_count; ++k)
            if (inside[k].size() >= numbers_of_curve)
                fit_curve(platform.curves, static_cast<Collective>(k), inside[k]);
        // What happens inside domains is part of every collective between them.
        if (outside.size() >= least_network_points) fit_network(platform.curves, outside);
    }
    return calibration;
}

std::vector<CurveFit> curve_fits(const Calibration& base, const Calibration& fitted,
                                 const std::vector<CollectivePoint>& points) {
    struct Group {
        CurveFit fit;
        std::vector<CollectivePoint> points;
        std::string gpu;
        bool network = false;
    };
    std::vector<Group> groups;
    for (const CollectivePoint& point : points) {
        if (point.use != PointUse::fit) continue;
        const PlatformCurves* platform = platform_of(base, point.gpu);
        const bool network = point.group.domains > 1;
        const std::string what =
            (network ? std::string("the network between domains")
                     : std::string(collective_names[static_cast<std::size_t>(point.kind)])) +
            " on " + (platform == nullptr ? point.gpu : platform->name);
        auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& group) { return group.fit.what == what; });
        if (found == groups.end())
            found = groups.insert(groups.end(), {{what, 0, "", 0, 0, 0, 0, {}}, {}, point.gpu, network});
        ++found->fit.points;
        found->points.push_back(point);
    }
    std::vector<CurveFit> fits;
    for (Group& group : groups) {
        CurveFit& fit = group.fit;
        const std::size_t least = group.network ? least_network_points : numbers_of_curve;
        if (platform_of(base, group.gpu) == nullptr) {
            fit.not_fitted = "the calibration has no curves of the GPU '" + group.gpu +
                             "': a file for --calibration needs it under platforms: and gpus:";
        } else if (group.points.size() < least) {
            fit.not_fitted = std::to_string(group.points.size()) + " points " +
                             (group.network ? "of groups in several domains" : "in one domain") +
                             ", and a curve needs " + std::to_string(least) +
                             ": more sizes (-b 8 -e 1G -f 2)";
        } else {
            const CollectiveErrors before = validate_collectives(base, group.points).all;
            const CollectiveErrors after = validate_collectives(fitted, group.points).all;
            fit.before = before.median;
            fit.after = after.median;
            fit.worst_before = std::abs(before.worst);
            fit.worst_after = std::abs(after.worst);
            if (!group.network) fit.unmeasured = unmeasured_members(group.points);
        }
        fits.push_back(fit);
    }
    return fits;
}

}  // namespace railyard
