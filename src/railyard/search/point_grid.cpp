#include "railyard/search/point_grid.hpp"

#include <utility>

namespace railyard {

std::optional<PointGrid> PointGrid::of(std::vector<std::uint32_t> sizes) {
    PointGrid grid;
    grid.sizes_ = std::move(sizes);
    grid.strides_.resize(grid.sizes_.size());
    for (std::size_t axis = grid.sizes_.size(); axis-- > 0;) {
        grid.strides_[axis] = grid.points_;
        // Both factors are below 2^40 and 2^32.
        if (grid.sizes_[axis] == 0 || grid.points_ > most_points / grid.sizes_[axis]) return std::nullopt;
        grid.points_ *= grid.sizes_[axis];
    }
    return grid;
}

}  // namespace railyard
