#pragma once
// What collectives cost in the reference model: plain latency and bandwidth, nothing shared, nothing
// overlapped. It exists so that anyone can check it by hand.

#include "railyard/base/units.hpp"

namespace railyard {

// Every latency of the reference model.
inline constexpr Seconds reference_latency = microseconds(5);

// Ring all-reduce of `size` over n ranks: 2 (n - 1) / n x size / rate + 2 (n - 1) x 5 us (Patarasuk and Yuan
// 2009).
Seconds reference_all_reduce(Bytes size, double n, BytesPerSecond rate);

// Ring gather or scatter that ends in `size` on every rank, without latency: (n - 1) / n x size / rate.
Seconds reference_gather(Bytes size, double n, BytesPerSecond rate);

// One transfer between two ranks: size / rate + 5 us.
Seconds reference_send(Bytes size, BytesPerSecond rate);

// One exchange in which a rank sends `size` in all: the share of it that stays on NVLink at NVLink's rate,
// the rest at the NIC's, + 5 us.
Seconds reference_exchange(Bytes size, double nvlink_share, BytesPerSecond nvlink, BytesPerSecond nic);

}  // namespace railyard
