#include "railyard/network/reference_collectives.hpp"

namespace railyard {

Seconds reference_all_reduce(Bytes size, double n, BytesPerSecond rate) {
    if (n <= 1) return {};
    return size * (2 * (n - 1) / n) / rate + reference_latency * (2 * (n - 1));
}

Seconds reference_gather(Bytes size, double n, BytesPerSecond rate) {
    return n <= 1 ? Seconds{} : size * ((n - 1) / n) / rate;
}

Seconds reference_send(Bytes size, BytesPerSecond rate) {
    return size / rate + reference_latency;
}

Seconds reference_exchange(Bytes size, double nvlink_share, BytesPerSecond nvlink, BytesPerSecond nic) {
    Seconds time = reference_latency;
    // A rate that nothing uses may be missing (no NVLink, no NIC).
    if (nvlink_share > 0) time += size * nvlink_share / nvlink;
    if (nvlink_share < 1) time += size * (1 - nvlink_share) / nic;
    return time;
}

}  // namespace railyard
