#pragma once
// What most of many have: where machines that should be alike are not, an import writes that.

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace railyard::machine {

// Of values and how often each was seen, at least one: the most frequent, of equally frequent ones the
// largest.
template <typename Value>
Value most_frequent(const std::map<Value, std::size_t>& seen) {
    return std::max_element(seen.begin(), seen.end(),
                            [](const auto& x, const auto& y) {
                                return std::pair(x.second, x.first) < std::pair(y.second, y.first);
                            })
        ->first;
}

}  // namespace railyard::machine
