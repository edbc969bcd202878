#include "railyard/placement/linked_seats.hpp"

namespace railyard {

LinkedSeats::LinkedSeats(const DomainKind& kind) : gpus_(kind.gpus()) {
    switch (kind.scale_up.kind) {
        case ScaleUpKind::switched:
        case ScaleUpKind::mesh:
            all_ = true;
            return;
        case ScaleUpKind::links:
            linked_.resize(gpus_ * gpus_, 0);
            for (const auto& pair : kind.scale_up.pairs) {
                linked_[pair.a * gpus_ + pair.b] = 1;
                linked_[pair.b * gpus_ + pair.a] = 1;
            }
            return;
        case ScaleUpKind::none:
            return;
    }
}

bool LinkedSeats::joins(const std::vector<std::uint32_t>& members, HopPattern pattern) const {
    const std::size_t n = members.size();
    if (all_ || n < 2) return true;
    for (std::size_t a = 0; a + 1 < n; ++a) {
        const std::size_t end = pattern == HopPattern::all_to_all ? n : a + 2;
        for (std::size_t b = a + 1; b < end; ++b)
            if (!linked(members[a], members[b])) return false;
    }
    return pattern != HopPattern::ring || linked(members.back(), members.front());
}

}  // namespace railyard
