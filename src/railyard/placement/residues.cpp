#include "railyard/placement/residues.hpp"

#include <numeric>
#include <stdexcept>

namespace railyard {
namespace {

// Over the `axes` first axes of a set. The outermost axis walks through the multiples of g = gcd(stride,
// modulus), each once in modulus / g steps. So of whole rounds only the remainder by g of what is inside it
// matters, and of what is left over there are fewer than modulus / g steps to take.
std::uint64_t crossings_of(const AxisSet& set, std::size_t axes, std::uint64_t inside, std::uint64_t start,
                           std::uint64_t modulus, std::uint64_t distance) {
    if (distance == 0) return 0;
    if (distance >= modulus) return inside;
    if (axes == 0) return start % modulus + distance >= modulus ? 1 : 0;
    const Axis& outer = set[axes - 1];
    if (axes == 1) {
        const std::uint64_t from = start % modulus;
        return floor_sum(outer.size, modulus, outer.stride, from + distance) -
               floor_sum(outer.size, modulus, outer.stride, from);
    }
    inside /= outer.size;
    const std::uint64_t divisor = std::gcd(std::uint64_t{outer.stride}, modulus);
    const std::uint64_t round = modulus / divisor;
    std::uint64_t total = 0;
    if (const std::uint64_t rounds = outer.size / round; rounds > 0) {
        total = rounds * (distance / divisor * inside +
                          crossings_of(set, axes - 1, inside, start, divisor, distance % divisor));
    }
    for (std::uint64_t step = outer.size % round; step-- > 0;)
        total += crossings_of(set, axes - 1, inside, start + step * outer.stride, modulus, distance);
    return total;
}

// How a digit that goes in steps of `stride` leads through the remainders: in rings, each so many whole
// rounds and some steps more.
struct Rings {
    Rings(std::uint64_t entries, std::uint64_t stride, std::uint64_t size)
        : count(stride == 0 ? entries : std::gcd(stride, entries)),
          round(entries / count),
          rounds(size / round),
          left(size % round) {}
    std::uint64_t count;
    std::uint64_t round;
    std::uint64_t rounds;
    std::uint64_t left;
};

// By remainders, of one digit alone.
void count_digit(std::uint64_t stride, std::uint64_t size, std::vector<std::uint64_t>& count) {
    const std::uint64_t entries = count.size();
    const Rings rings(entries, stride, size);
    for (std::uint64_t at = 0, i = 0; i < rings.round; ++i) {
        count[at] = rings.rounds + (i < rings.left ? 1 : 0);
        at += stride;
        if (at >= entries) at -= entries;
    }
}

// What `count` becomes when another digit joins. Of the steps beyond whole rounds a window of the ring is
// what has come to each remainder. All of `next` is written.
void add_digit(const std::vector<std::uint64_t>& count, std::uint64_t stride, std::uint64_t size,
               std::vector<std::uint64_t>& next) {
    const std::uint64_t entries = count.size();
    const Rings rings(entries, stride, size);
    const auto step = [&](std::uint64_t& at) {
        at += stride;
        if (at >= entries) at -= entries;
    };
    for (std::uint64_t ring = 0; ring < rings.count; ++ring) {
        std::uint64_t all = 0;
        for (std::uint64_t at = ring; rings.rounds > 0 && at < entries; at += rings.count) all += count[at];
        all *= rings.rounds;
        if (rings.left == 0) {
            for (std::uint64_t at = ring; at < entries; at += rings.count) next[at] = all;
            continue;
        }
        // That of the remainder before `ring`; `last` leaves it next.
        std::uint64_t last = (ring + (rings.round - rings.left) * stride) % entries;
        std::uint64_t window = all;
        for (std::uint64_t at = last, i = 0; i < rings.left; ++i, step(at)) window += count[at];
        for (std::uint64_t at = ring, i = 0; i < rings.round; ++i, step(at), step(last)) {
            window += count[at];
            window -= count[last];
            next[at] = window;
        }
    }
}

}  // namespace

void AxisSet::add(Axis axis) {
    if (axis.size == 1) return;
    std::size_t at = 0;
    while (at < count_ && axes_[at].stride < axis.stride) ++at;
    const auto goes_on = [](const Axis& inner, const Axis& outer) {
        return std::uint64_t{inner.stride} * inner.size == outer.stride;
    };
    if (at > 0 && goes_on(axes_[at - 1], axis)) {
        axes_[at - 1].size *= axis.size;
    } else {
        if (count_ == most_axes) throw std::length_error("a rank has too many digits");
        for (std::size_t i = count_++; i > at; --i) axes_[i] = axes_[i - 1];
        axes_[at++] = axis;
    }
    if (at < count_ && goes_on(axes_[at - 1], axes_[at])) {
        axes_[at - 1].size *= axes_[at].size;
        for (std::size_t i = at; i + 1 < count_; ++i) axes_[i] = axes_[i + 1];
        --count_;
    }
}

std::uint64_t AxisSet::size() const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < count_; ++i) product *= axes_[i].size;
    return product;
}

std::uint64_t AxisSet::last() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += (axes_[i].size - std::uint64_t{1}) * axes_[i].stride;
    return sum;
}

std::uint64_t AxisSet::common_divisor(std::uint64_t modulus) const {
    for (std::size_t i = 0; i < count_; ++i) modulus = std::gcd(modulus, std::uint64_t{axes_[i].stride});
    return modulus;
}

std::uint64_t floor_sum(std::uint64_t count, std::uint64_t modulus, std::uint64_t slope,
                        std::uint64_t start) {
    std::uint64_t sum = 0;
    while (count > 0) {
        if (slope >= modulus) {
            sum += count * (count - 1) / 2 * (slope / modulus);
            slope %= modulus;
        }
        if (start >= modulus) {
            sum += count * (start / modulus);
            start %= modulus;
        }
        const std::uint64_t end = slope * count + start;
        if (end < modulus) break;
        count = end / modulus;
        start = end % modulus;
        std::swap(modulus, slope);
    }
    return sum;
}

std::uint64_t crossings(const AxisSet& set, std::uint64_t start, std::uint64_t modulus,
                        std::uint64_t distance) {
    return crossings_of(set, set.count(), set.size(), start, modulus, distance);
}

Remainders remainders(const AxisSet& set, std::uint64_t modulus) {
    Remainders found;
    found.step = set.common_divisor(modulus);
    const std::uint64_t entries = modulus / found.step;
    const auto stride = [&](std::size_t axis) { return set[axis].stride / found.step % entries; };
    found.count.assign(entries, 0);
    if (set.count() == 0) {
        found.count[0] = 1;
        return found;
    }
    count_digit(stride(0), set[0].size, found.count);
    std::vector<std::uint64_t> next(set.count() == 1 ? 0 : entries);
    for (std::size_t a = 1; a < set.count(); ++a) {
        add_digit(found.count, stride(a), set[a].size, next);
        found.count.swap(next);
    }
    return found;
}

}  // namespace railyard
