#include "railyard/output/hosts_told.hpp"

#include <fmt/format.h>

namespace railyard::output {

std::string hosts_told(const std::vector<std::pair<std::string, std::string>>& placements) {
    constexpr std::size_t most = 96;  // of a line
    std::string text;
    for (const auto& [which, list] : placements) {
        if (list.empty()) continue;
        text += fmt::format("Hosts in the order of their ranks, {}:\n  {}\n", which,
                            list.size() <= most ? list : "too many for a line: --format json has them");
    }
    return text;
}

}  // namespace railyard::output
