#include "railyard/job/update_traffic.hpp"

#include <numeric>

namespace railyard {
namespace {

// Share of its data that a rank of a ring of n sends in a gather or a scatter.
double ring_share(double n) {
    return (n - 1) / n;
}

}  // namespace

UpdateTraffic reference_update(const Layout& layout, double micro_batches) {
    UpdateTraffic traffic;
    if (layout.sharding.kind == ShardingKind::zero_3) traffic.gathers = 2 * micro_batches;
    return traffic;
}

std::uint32_t shard_members(const Sharding& sharding, std::uint32_t n) {
    if (sharding.kind == ShardingKind::none) return 1;
    return sharding.over > 0 ? std::gcd(sharding.over, n) : n;
}

Bytes update_bytes(const Sharding& sharding, const UpdateTraffic& traffic, double parameters,
                   std::uint32_t n) {
    if (n < 2) return {};
    const std::uint32_t inside = shard_members(sharding, n);
    const Bytes shared =
        (traffic.gradient * traffic.scatters + traffic.parameter * traffic.gathers) * ring_share(inside);
    const Bytes summed = traffic.gradient * (2 * ring_share(n / inside) / inside);
    return (shared + summed) * parameters;
}

}  // namespace railyard
