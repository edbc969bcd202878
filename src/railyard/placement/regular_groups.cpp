#include "railyard/placement/regular_groups.hpp"

#include <algorithm>

namespace railyard {

namespace {

bool add_all(const std::vector<Axis>& axes, const Spacing& spacing, AxisSet& positions) {
    return std::all_of(axes.begin(), axes.end(),
                       [&](const Axis& axis) { return spacing.add(axis, positions); });
}

}  // namespace

std::optional<RegularGroups> RegularGroups::of(const RankGrid& grid, Dimension dimension,
                                               const Spacing& spacing) {
    // Two more for experts that cut digits, one for blocks that do.
    if (grid.entries().size() + 3 > AxisSet::most_axes) return std::nullopt;
    const auto axes = group_axes(grid, dimension);
    if (!axes) return std::nullopt;
    RegularGroups groups;
    groups.members_ = grid.degrees().of(dimension);
    if (!add_all(axes->own, spacing, groups.own_) || !add_all(axes->others, spacing, groups.in_stage_))
        return std::nullopt;
    groups.bases_ = groups.in_stage_;
    if (dimension != Dimension::pp && !add_all(grid.axes_of(Dimension::pp), spacing, groups.bases_))
        return std::nullopt;
    // A step of one digit takes the digits below it from their last value back to zero.
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < groups.own_.count(); ++i) {
        const Axis& axis = groups.own_[i];
        RegularHops hops;
        hops.from.add({axis.size - 1, axis.stride});
        for (std::size_t above = i + 1; above < groups.own_.count(); ++above)
            hops.from.add(groups.own_[above]);
        hops.start = below;
        hops.distance = axis.stride - below;
        groups.hops_.push_back(hops);
        below += (axis.size - std::uint64_t{1}) * axis.stride;
    }
    return groups;
}

std::vector<std::uint64_t> RegularGroups::offsets() const {
    std::vector<std::uint64_t> offsets = {0};
    offsets.reserve(members_);
    for (std::size_t a = 0; a < own_.count(); ++a) {
        const std::size_t inner = offsets.size();
        for (std::uint64_t digit = 1; digit < own_[a].size; ++digit) {
            for (std::size_t i = 0; i < inner; ++i) offsets.push_back(offsets[i] + digit * own_[a].stride);
        }
    }
    return offsets;
}

}  // namespace railyard
