#pragma once
// Fair shares of links that several flows cross, of all flows: what the least of them
// (network/shared_ways.hpp) is held to.

#include <cstdint>
#include <limits>
#include <vector>

namespace railyard::test {

// A flow crosses links (numbers) with a weight each: how much of the link it takes per unit of its rate.
struct Flow {
    struct Crossing {
        std::uint32_t link = 0;
        double weight = 1;
    };
    std::vector<Crossing> crossings;
    double most = std::numeric_limits<double>::infinity();  // it never wants more
};

// Max-min fair rates by progressive filling: all rates grow together until a link is full or a flow has what
// it wants; those flows stop, the rest go on (Bertsekas and Gallager, Data Networks, section 6.5.2). A flow
// that nothing bounds gets infinity. Throws std::logic_error for a link that is not there or a weight or a
// capacity below zero.
std::vector<double> max_min_rates(const std::vector<double>& capacities, const std::vector<Flow>& flows);

}  // namespace railyard::test
