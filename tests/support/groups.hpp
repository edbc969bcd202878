#pragma once
// Groups and curves with round numbers: 450 GB/s inside a domain, 50 GB/s out of it.

#include "railyard/network/collectives.hpp"

namespace railyard::test {

inline CollectiveCurves curves() {
    CollectiveCurves all;
    all.domain.fill({microseconds(5), microseconds(1), 0.3, 0, microseconds(20), microseconds(2), 0.8, 0,
                     Seconds{}, Seconds{}});
    all.nvls = NvlsCurve{5, microseconds(8), 1.0};
    all.network = {0.97, microseconds(8), 0.5, microseconds(100), microseconds(4), gigabytes_per_second(435),
                   0.92};
    return all;
}

inline GroupClass inside(std::uint32_t members) {
    GroupClass group;
    group.members = group.most_in_domain = group.fewest_in_domain = members;
    group.inside = gigabytes_per_second(450);
    return group;
}

inline GroupClass across(std::uint32_t domains, std::uint32_t each) {
    GroupClass group = inside(each);
    group.members = domains * each;
    group.domains = domains;
    group.network = group.network_alone = gigabytes_per_second(50);
    group.network_latency = microseconds(1);
    return group;
}

}  // namespace railyard::test
