#include "railyard/placement/spacing.hpp"

namespace railyard {

bool Spacing::add(const Axis& axis, AxisSet& positions) const {
    const std::uint64_t stride = axis.stride;
    const std::uint64_t turn = stride * axis.size;
    if (axis.size == 1) return true;
    if (block_ == 0 || block_ % turn == 0) {
        positions.add(axis);
        return true;
    }
    if (stride % block_ == 0) {
        positions.add({axis.size, static_cast<std::uint32_t>(stride / block_ * pitch_)});
        return true;
    }
    if (block_ % stride != 0 || turn % block_ != 0) return false;
    positions.add({static_cast<std::uint32_t>(block_ / stride), axis.stride});
    positions.add({static_cast<std::uint32_t>(turn / block_), static_cast<std::uint32_t>(pitch_)});
    return true;
}

}  // namespace railyard
