#include "railyard/network/shared_ways.hpp"

#include <algorithm>

namespace railyard {

std::uint32_t SharedWays::add(double capacity) {
    ways_.push_back({capacity, {}});
    return static_cast<std::uint32_t>(ways_.size() - 1);
}

void SharedWays::send(std::uint32_t way, std::uint64_t senders, std::uint64_t parts, std::uint64_t of) {
    std::vector<Load>& loads = ways_[way].loads;
    auto at = loads.begin();
    while (at != loads.end() && at->of < of) ++at;
    if (at == loads.end() || at->of != of) at = loads.insert(at, {of, 0});
    at->parts += senders * parts;
}

double SharedWays::least(double most) const {
    double least = most;
    bool sent = false;
    for (const Way& way : ways_) {
        double load = 0;
        for (const Load& own : way.loads)
            load += static_cast<double>(own.parts) / static_cast<double>(own.of);
        if (load <= 0) continue;
        sent = true;
        least = std::min(least, way.capacity / load);
    }
    return sent ? least : 0;
}

}  // namespace railyard
