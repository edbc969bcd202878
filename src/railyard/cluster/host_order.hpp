#pragma once
// A better order of the hosts of an allocation. Orders are made by rules (hosts of one part side by side, in
// segments of whole groups, left-overs last) and the best of them is taken: it is good, and not proven to be
// the best there is.

#include <cstdint>
#include <vector>

#include "railyard/cluster/crossings.hpp"

namespace railyard::cluster {

// Host numbers (positions in the list that was given) by seat; hosts beyond the seats stay idle.
using HostOrder = std::vector<std::uint32_t>;

// What the search needs to know of a job and its hosts.
struct OrderQuestion {
    const Layout& layout;
    const RankGrid& grid;
    const Seats& seats;
    const std::vector<Grouping>& groupings;  // over the hosts in the order given
    const std::vector<HostId>& hosts;        // in the order given; inside a part they are taken by id
    std::size_t seat_count = 0;
};

// The groupings as they are by seat when host order[s] sits on seat s.
std::vector<Grouping> reordered(const std::vector<Grouping>& groupings, const HostOrder& order);

// Bytes of a step that leave a part, summed over the groupings: what leaves a block and its leaf switch
// counts twice.
Bytes cost_of(const OrderQuestion& question, const HostOrder& order);

// An order is worth offering when it costs at least so much less than the one given.
inline constexpr double least_gain = 0.01;

// The best order of those tried; the one given where none is better.
HostOrder best_order(const OrderQuestion& question);

}  // namespace railyard::cluster
