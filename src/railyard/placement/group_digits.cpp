#include "railyard/placement/group_digits.hpp"

#include <algorithm>

namespace railyard {

GroupDigits::GroupDigits(const AxisSet& own, const Spacing& spacing) : count_(own.count()) {
    for (std::size_t d = 0; d < count_; ++d) {
        digits_[d] = {own[d].size, own[d].stride, members_};
        members_ *= own[d].size;
    }
    if (spacing.pitch() > spacing.block() && block() > spacing.block()) {
        pitch_ = spacing.pitch();
        filled_ = spacing.block();
    }
}

std::uint64_t GroupDigits::repeats_after(std::uint64_t length) const {
    // What the digits up to here go through, with the gap behind it.
    std::uint64_t through = std::max<std::uint64_t>(1, pitch_);
    for (std::size_t d = 0; d < count_; ++d) {
        const Digit& digit = digits_[d];
        if (digit.stride < pitch_) continue;
        if (through + length <= digit.stride) return through;
        through = digit.stride * digit.size;
    }
    return length + top_step() <= block() ? top_step() : block();
}

GroupDigits::Member GroupDigits::at(std::uint64_t position) const {
    Member member{0, position};
    for (std::size_t d = 0; d < count_; ++d) {
        const Digit& digit = digits_[d];
        const std::uint64_t from = digit.stride < pitch_ ? position % pitch_ : position;
        const std::uint64_t value = from / digit.stride % digit.size;
        member.number += value * digit.members;
        member.first -= value * digit.stride;
    }
    return member;
}

std::uint64_t GroupDigits::offset(std::uint64_t number) const {
    std::uint64_t sum = 0;
    for (std::size_t d = count_; d-- > 0;) {
        sum += number / digits_[d].members * digits_[d].stride;
        number %= digits_[d].members;
    }
    return sum;
}

std::uint64_t GroupDigits::below(std::uint64_t distance) const {
    if (distance == 0) return 0;
    std::uint64_t members = 1;  // the one at the largest sum below
    for (std::size_t d = count_; d-- > 0;) {
        const Digit& digit = digits_[d];
        const std::uint64_t value = std::min((distance - 1) / digit.stride, digit.size - 1);
        members += value * digit.members;
        distance -= value * digit.stride;
    }
    return members;
}

}  // namespace railyard
