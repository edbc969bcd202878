#include "railyard/placement/regular_crossings.hpp"

#include <algorithm>
#include <numeric>

namespace railyard {

std::uint64_t RegularCrossings::round(std::uint64_t span) const {
    return std::min(std::lcm(placement_.ranks_in_domain, span), placement_.positions);
}

std::uint64_t RegularCrossings::leaving_both(const AxisSet& from, std::uint64_t start, std::uint64_t span,
                                             std::uint64_t distance) const {
    const std::uint64_t domain = placement_.ranks_in_domain;
    if (holds_domains(span) || distance >= domain) return leaving(from, start, span, distance);
    if (distance >= span) return leaving(from, start, domain, distance);
    // A span's end within a domain is so far from the domain's ends that no hop goes over both.
    if (distance <= std::gcd(domain, span)) return leaving(from, start, std::lcm(domain, span), distance);
    const std::uint64_t both = round(span);
    const Remainders found = remainders(from, both);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < found.count.size(); ++i) {
        const std::uint64_t at = (start + i * found.step) % both;
        if (at % domain + distance >= domain && at % span + distance >= span) total += found.count[i];
    }
    return total;
}

}  // namespace railyard
