#pragma once
// NICs of servers whose names are not the same: "mlx5_0" here, "mlx5_ib0" there, "NIC0" where the legend of a
// capture is cut off. Drivers number NICs in the order of their places, so the order stays.

#include <string_view>
#include <vector>

#include "railyard/machine/observed.hpp"

namespace railyard::machine {

// "mlx5_2" before "mlx5_10": runs of digits count as numbers.
bool is_before(std::string_view a, std::string_view b);

// The NICs of a list (indexes into host.nics) in the order of their names; those without one by bus id.
std::vector<std::size_t> in_order_of_names(const ObservedHost& host, std::vector<std::size_t> nics);

// "NIC0": a column of nvidia-smi topo -m whose legend is missing.
bool is_column_title(std::string_view name);

// Whether all NICs have such names alone.
bool has_column_titles_only(const ObservedHost& host);

}  // namespace railyard::machine
