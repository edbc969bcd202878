#include "railyard/job/rank_grid.hpp"

#include <stdexcept>
#include <variant>

namespace railyard {

RankGrid::RankGrid(const std::vector<OrderItem>& order, const Degrees& degrees) : degrees_(degrees) {
    auto entries = resolve_order(order, degrees);
    if (const auto* problem = std::get_if<OrderProblem>(&entries)) throw std::logic_error(problem->message);
    if (degrees.ranks_per_stage() % (degrees.etp * degrees.ep) != 0) {
        throw std::logic_error("etp x ep does not divide the ranks of a stage");
    }
    entries_ = std::get<std::vector<OrderEntry>>(std::move(entries));
}

std::uint32_t RankGrid::coordinate(RankId rank, Dimension dimension) const {
    const std::uint32_t experts = degrees_.etp * degrees_.ep;
    switch (dimension) {
        case Dimension::etp:
            return number_in_stage(rank) % degrees_.etp;
        case Dimension::ep:
            return number_in_stage(rank) % experts / degrees_.etp;
        case Dimension::edp:
            return number_in_stage(rank) / experts;
        default:
            break;
    }
    std::uint32_t coordinate = 0;
    for (const auto& entry : entries_) {
        if (entry.dimension != dimension) continue;
        coordinate += rank.value() / entry.rank_stride % entry.size * entry.coordinate_stride;
    }
    return coordinate;
}

std::uint32_t RankGrid::number_in_stage(RankId rank) const {
    std::uint32_t number = 0;
    std::uint32_t stride = 1;
    for (const auto& entry : entries_) {
        if (entry.dimension == Dimension::pp) continue;
        number += rank.value() / entry.rank_stride % entry.size * stride;
        stride *= entry.size;
    }
    return number;
}

std::uint32_t RankGrid::first_stage_rank(std::uint32_t number_in_stage) const {
    return offset_of(axes_in_stage(), number_in_stage);
}

std::uint32_t RankGrid::stage_offset(std::uint32_t stage) const {
    return offset_of(axes_of(Dimension::pp), stage);
}

std::vector<Axis> RankGrid::axes_of(Dimension dimension) const {
    std::vector<Axis> axes;
    for (const auto& entry : entries_) {
        if (entry.dimension == dimension) axes.push_back({entry.size, entry.rank_stride});
    }
    return axes;
}

std::vector<Axis> RankGrid::axes_in_stage() const {
    std::vector<Axis> axes;
    for (const auto& entry : entries_) {
        if (entry.dimension != Dimension::pp) axes.push_back({entry.size, entry.rank_stride});
    }
    return axes;
}

std::uint32_t offset_of(const std::vector<Axis>& axes, std::uint32_t number) {
    std::uint32_t offset = 0;
    for (const auto& axis : axes) {
        offset += number % axis.size * axis.stride;
        number /= axis.size;
    }
    return offset;
}

}  // namespace railyard
