#include "railyard/job/groups.hpp"

#include <array>
#include <stdexcept>

namespace railyard {
namespace {

std::uint32_t product(const std::vector<Axis>& axes) {
    std::uint32_t size = 1;
    for (const auto& axis : axes) size *= axis.size;
    return size;
}

std::vector<std::uint32_t> all_offsets(const std::vector<Axis>& axes) {
    std::vector<std::uint32_t> offsets = {0};
    for (const auto& axis : axes) {
        const std::size_t inner = offsets.size();
        offsets.reserve(inner * axis.size);
        for (std::uint32_t digit = 1; digit < axis.size; ++digit) {
            for (std::size_t i = 0; i < inner; ++i) offsets.push_back(offsets[i] + digit * axis.stride);
        }
    }
    return offsets;
}

std::vector<Axis> joined(std::vector<Axis> first, const std::vector<Axis>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// Those that count on like one are one.
std::vector<Axis> counting_on(const std::vector<Axis>& axes) {
    std::vector<Axis> joined;
    for (const Axis& axis : axes) {
        if (axis.size == 1) continue;
        if (!joined.empty() && joined.back().stride * joined.back().size == axis.stride) {
            joined.back().size *= axis.size;
        } else {
            joined.push_back(axis);
        }
    }
    return joined;
}

}  // namespace

std::optional<ExpertAxes> expert_axes(const RankGrid& grid) {
    ExpertAxes result;
    const Degrees& degrees = grid.degrees();
    const std::array<std::pair<std::uint32_t, std::vector<Axis>*>, 3> targets = {
        {{degrees.etp, &result.etp}, {degrees.ep, &result.ep}, {degrees.edp(), &result.edp}}};
    std::size_t target = 0;
    std::uint32_t wanted = targets[0].first;
    for (Axis axis : counting_on(grid.axes_in_stage())) {
        while (axis.size > 1) {
            while (wanted == 1 && target + 1 < targets.size()) wanted = targets[++target].first;
            const std::uint32_t part = axis.size <= wanted ? axis.size : wanted;
            if (wanted % part != 0 || axis.size % part != 0) return std::nullopt;
            targets[target].second->push_back({part, axis.stride});
            wanted /= part;
            axis = {axis.size / part, axis.stride * part};
        }
    }
    return result;
}

std::optional<GroupAxes> group_axes(const RankGrid& grid, Dimension dimension) {
    if (dimension == Dimension::pp) return GroupAxes{grid.axes_of(Dimension::pp), grid.axes_in_stage()};
    if (dimension == Dimension::tp || dimension == Dimension::cp || dimension == Dimension::dp) {
        GroupAxes axes{grid.axes_of(dimension), {}};
        for (const auto other : {Dimension::tp, Dimension::cp, Dimension::dp}) {
            if (other != dimension) axes.others = joined(axes.others, grid.axes_of(other));
        }
        return axes;
    }
    auto experts = expert_axes(grid);
    if (!experts) return std::nullopt;
    auto& [etp, ep, edp] = *experts;
    if (dimension == Dimension::etp) return GroupAxes{etp, joined(ep, edp)};
    if (dimension == Dimension::ep) return GroupAxes{ep, joined(etp, edp)};
    return GroupAxes{edp, joined(etp, ep)};
}

Groups::Groups(const RankGrid& grid, Dimension dimension)
    : dimension_(dimension), members_(grid.degrees().of(dimension)), count_(grid.ranks() / members_) {
    for (std::uint32_t s = 0; s < grid.degrees().pp; ++s) stage_offsets_.push_back(grid.stage_offset(s));
    if (dimension == Dimension::pp) stage_offsets_ = {0};
    if (const auto axes = group_axes(grid, dimension)) {
        from_axes(axes->own, axes->others);
    } else {
        from_list(grid);
    }
}

void Groups::from_axes(const std::vector<Axis>& own, const std::vector<Axis>& others) {
    offsets_ = all_offsets(own);
    // Digits that continue each other from stride 1 make a run of consecutive bases.
    std::vector<Axis> rest = others;
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            if (rest[i].stride != run_ || rest[i].size == 1) continue;
            run_ *= rest[i].size;
            rest[i] = {1, 0};
            grown = true;
        }
    }
    bases_ = all_offsets(rest);
    if (product(own) != members_) throw std::logic_error("the digits of a dimension are not its degree");
}

void Groups::from_list(const RankGrid& grid) {
    listed_ = true;
    const Degrees& degrees = grid.degrees();
    const std::vector<Axis> axes = grid.axes_in_stage();
    const std::uint32_t per_stage = degrees.ranks_per_stage();
    // Stage-local numbers step by `step` from member to member.
    const std::uint32_t step = dimension_ == Dimension::etp  ? 1
                               : dimension_ == Dimension::ep ? degrees.etp
                                                             : degrees.etp * degrees.ep;
    for (std::uint32_t number = 0; number < per_stage; ++number) {
        if (number / step % members_ != 0) continue;
        bases_.push_back(0);
        for (std::uint32_t j = 0; j < members_; ++j) offsets_.push_back(offset_of(axes, number + j * step));
    }
}

}  // namespace railyard
