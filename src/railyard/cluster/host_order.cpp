#include "railyard/cluster/host_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>

namespace railyard::cluster {
namespace {

constexpr std::size_t most_orders = 200;  // that are tried
constexpr double most_counting = 4e8;     // ranks x groupings x orders: some seconds

enum class Larger { where_they_stand, first };

// For each part of a grouping, its place among the parts.
std::vector<std::uint32_t> places_of_parts(const Grouping& grouping, Larger larger) {
    std::vector<std::uint32_t> parts(grouping.names.size());
    std::iota(parts.begin(), parts.end(), 0U);  // numbered by their first hosts
    if (larger == Larger::first) {
        std::vector<std::uint32_t> hosts(parts.size(), 0);
        for (const std::uint32_t part : grouping.part_of) ++hosts[part];
        std::stable_sort(parts.begin(), parts.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return hosts[a] > hosts[b]; });
    }
    std::vector<std::uint32_t> places(parts.size());
    for (std::uint32_t i = 0; i < parts.size(); ++i) places[parts[i]] = i;
    return places;
}

// Hosts of one part side by side, for the widest grouping first and inside it for the narrower ones.
HostOrder side_by_side(const std::vector<Grouping>& groupings, const std::vector<HostId>& hosts,
                       Larger larger) {
    std::vector<const Grouping*> by_width;
    for (const Grouping& grouping : groupings) by_width.push_back(&grouping);
    // The narrowest first: each sort keeps what those before it made, inside its parts.
    std::stable_sort(by_width.begin(), by_width.end(),
                     [](const Grouping* a, const Grouping* b) { return a->names.size() > b->names.size(); });
    HostOrder order(hosts.size());
    std::iota(order.begin(), order.end(), 0U);
    // Inside a part as the cluster's file has them, which makes short lists.
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return hosts[a] < hosts[b]; });
    for (const Grouping* grouping : by_width) {
        const auto places = places_of_parts(*grouping, larger);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return places[grouping->part_of[a]] < places[grouping->part_of[b]];
        });
    }
    return order;
}

// Whole segments of `size` hosts of one part each, in the order given; what does not fill one comes last.
HostOrder in_segments(const HostOrder& order, const Grouping& grouping, std::uint32_t size) {
    std::vector<std::uint32_t> left(grouping.names.size(), 0);
    for (const std::uint32_t part : grouping.part_of) ++left[part];
    for (std::uint32_t& hosts : left) hosts -= hosts % size;
    HostOrder result;
    HostOrder rest;
    for (const std::uint32_t host : order) {
        std::uint32_t& open = left[grouping.part_of[host]];
        (open > 0 ? result : rest).push_back(host);
        if (open > 0) --open;
    }
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
}

// Sizes of segments worth trying: what divides the job, up to the largest part.
std::vector<std::uint32_t> segment_sizes(const OrderQuestion& question) {
    std::uint32_t largest = 0;
    for (const Grouping& grouping : question.groupings) {
        std::vector<std::uint32_t> hosts(grouping.names.size(), 0);
        for (const std::uint32_t part : grouping.part_of) largest = std::max(largest, ++hosts[part]);
    }
    const auto seats = static_cast<std::uint32_t>(question.seat_count);
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t size = 2; size <= std::min(seats, largest); ++size) {
        if (seats % size == 0) sizes.push_back(size);
    }
    return sizes;
}

std::vector<HostOrder> orders_to_try(const OrderQuestion& question) {
    std::vector<HostOrder> orders;
    std::set<HostOrder> seen;
    const auto add = [&](HostOrder order) {
        if (orders.size() < most_orders && seen.insert(order).second) orders.push_back(std::move(order));
    };
    for (const Larger larger : {Larger::where_they_stand, Larger::first}) {
        const HostOrder plain = side_by_side(question.groupings, question.hosts, larger);
        add(plain);
        for (const Grouping& grouping : question.groupings) {
            for (const std::uint32_t size : segment_sizes(question)) add(in_segments(plain, grouping, size));
        }
    }
    const double each =
        static_cast<double>(question.seats.size()) * static_cast<double>(question.groupings.size());
    const auto affordable = static_cast<std::size_t>(std::max(2.0, most_counting / std::max(each, 1.0)));
    if (orders.size() > affordable) orders.resize(affordable);
    return orders;
}

}  // namespace

std::vector<Grouping> reordered(const std::vector<Grouping>& groupings, const HostOrder& order) {
    std::vector<Grouping> result = groupings;
    for (std::size_t g = 0; g < groupings.size(); ++g) {
        for (std::size_t seat = 0; seat < order.size(); ++seat) {
            result[g].part_of[seat] = groupings[g].part_of[order[seat]];
        }
    }
    return result;
}

Bytes cost_of(const OrderQuestion& question, const HostOrder& order) {
    const auto groupings = reordered(question.groupings, order);
    Bytes cost;
    for (const auto& dimension : count_crossings(question.layout, question.grid, question.seats, groupings)) {
        for (const Crossings& crossings : dimension.by_grouping) cost += crossings.bytes;
    }
    return cost;
}

HostOrder best_order(const OrderQuestion& question) {
    HostOrder given(question.groupings.empty() ? 0 : question.groupings.front().part_of.size());
    std::iota(given.begin(), given.end(), 0U);
    if (question.groupings.empty()) return given;
    HostOrder best = given;
    const Bytes before = cost_of(question, given);
    Bytes lowest = before;
    for (HostOrder& order : orders_to_try(question)) {
        const Bytes cost = cost_of(question, order);
        if (cost >= lowest) continue;
        lowest = cost;
        best = std::move(order);
    }
    return lowest < before * (1 - least_gain) ? best : given;
}

}  // namespace railyard::cluster
