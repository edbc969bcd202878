#include "railyard/estimate/load_nccl_collective.hpp"

#include <algorithm>
#include <cmath>

namespace railyard {
namespace {

bool was_checked(const std::string& wrong) {
    return !wrong.empty() && wrong != "N/A";
}

std::optional<Collective> reduction_shown(const NcclTable& table, std::uint32_t members) {
    // Rates are printed with two decimals: the largest tells best.
    const auto largest = std::max_element(
        table.rows.begin(), table.rows.end(),
        [](const NcclRow& a, const NcclRow& b) { return a.algorithm_rate < b.algorithm_rate; });
    if (largest == table.rows.end() || largest->algorithm_rate <= 0 || members < 2) return std::nullopt;
    const double ratio = largest->bus_rate / largest->algorithm_rate;
    const double scattered = (members - 1.0) / members;
    return std::abs(ratio - 2 * scattered) < std::abs(ratio - scattered) ? Collective::all_reduce
                                                                         : Collective::reduce_scatter;
}

}  // namespace

bool checks_nothing_in_place(const NcclTable& table) {
    const auto out_of_place = [](const NcclRow& row) { return was_checked(row.wrong); };
    const auto in_place = [](const NcclRow& row) { return was_checked(row.wrong_in_place); };
    const bool has_column = std::any_of(table.rows.begin(), table.rows.end(),
                                        [](const NcclRow& row) { return !row.wrong_in_place.empty(); });
    return has_column && std::any_of(table.rows.begin(), table.rows.end(), out_of_place) &&
           std::none_of(table.rows.begin(), table.rows.end(), in_place);
}

std::optional<Collective> collective_shown(const NcclTable& table, std::uint32_t members) {
    if (table.rows.empty()) return std::nullopt;
    const std::string& operation = table.rows.front().operation;
    if (!operation.empty() && operation != "none") return reduction_shown(table, members);
    if (checks_nothing_in_place(table)) return Collective::all_to_all;
    const bool checked = std::any_of(table.rows.begin(), table.rows.end(),
                                     [](const NcclRow& row) { return was_checked(row.wrong_in_place); });
    return checked ? std::optional(Collective::all_gather) : std::nullopt;
}

}  // namespace railyard
