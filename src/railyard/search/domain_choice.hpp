#pragma once
// Which domains a job takes where they differ.

#include <array>
#include <string_view>

namespace railyard::search {

// As they are listed, so that it takes the fewest, or the smallest first that have room for a block.
enum class DomainChoice { as_listed, fewest, tightest };
inline constexpr std::array<std::string_view, 3> domain_choice_names = {"as-listed", "fewest", "tightest"};

}  // namespace railyard::search
