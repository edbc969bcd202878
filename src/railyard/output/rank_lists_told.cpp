#include "railyard/output/rank_lists_told.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "railyard/output/row_ranges.hpp"
#include "railyard/output/text_table.hpp"
#include "railyard/topology/names.hpp"

namespace railyard::output {

std::string rank_lists_told(const Topology& topology, const std::vector<RowStart>& rows) {
    std::vector<DomainId> starts;  // in the order of the rows
    for (const RowStart& row : rows) {
        const bool is_new = std::find(starts.begin(), starts.end(), row.begins_on) == starts.end();
        if (row.origin == PlacementOrigin::given && is_new) starts.push_back(row.begins_on);
    }
    std::vector<std::string> parts;
    for (const DomainId start : starts) {
        std::vector<std::size_t> numbers;
        for (const RowStart& row : rows)
            if (row.origin == PlacementOrigin::given && row.begins_on == start) numbers.push_back(row.row);
        parts.push_back(fmt::format("{} (from {} on)", row_ranges(numbers),
                                    domain_name(topology, topology.domain(start))));
    }
    if (parts.empty()) return "";
    return wrapped(fmt::format("The ranks of {} sit where no layout's rules put them: --write K --ranks FILE "
                               "writes them beside the layout, and place LAYOUT --placement FILE has them "
                               "there.",
                               listed(parts))) +
           "\n";
}

}  // namespace railyard::output
