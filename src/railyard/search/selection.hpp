#pragma once
// Picking points by their figures: the best by one, or those that no other beats in any of several.

#include <cstdint>
#include <vector>

namespace railyard {

enum class Better : std::uint8_t { lower, higher };

// Numbers of the best values, best first, at most `most`; of equal ones the first stands first. Values that
// are not finite are left out.
std::vector<std::size_t> best_of(const std::vector<double>& values, Better better, std::size_t most);

// Numbers of the points that no other equals or beats in every figure (of points that are alike the first),
// in their order. `figures[f][point]`; points with a figure that is not finite are left out. n log n for one
// or two figures, n^2 at worst for more.
std::vector<std::size_t> pareto_of(const std::vector<std::vector<double>>& figures,
                                   const std::vector<Better>& better);

}  // namespace railyard
